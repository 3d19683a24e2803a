import { createHmac, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { asc } from 'drizzle-orm';
import type { WallClock } from '#domain/clock.ts';
import type { RecordKeyTerm } from '#record/record-handover.ts';
import type { Database } from '#server/database/connection.ts';
import { recordKeys } from '#server/database/tables/record-tables.ts';
import { openBytes, sealBytes } from '#server/crypto/seal-text.ts';
import { signNote, toPublicBytes, toVkey } from '#node/notes.ts';
import type { VerifierKey } from '#record/signed-note.ts';

export interface RecordKey extends VerifierKey {
  /** The signed note of a text. */
  sign(text: string): string;
  /** HMAC of a text that only this product reads, under a key derived from SECRET. */
  authenticate(text: string): Buffer;
  /** All keys of this record, oldest first; the last one signs. */
  readonly terms: readonly RecordKeyTerm[];
}

interface RecordKeyDependencies {
  readonly db: Database;
  readonly secret: string;
  /** Name of a key that is created now; an existing one retains its name. */
  readonly name: string;
  readonly clock: WallClock;
}

/**
 * Opens the key of this record: created at the first start, stored beside the leaves it signs,
 * sealed under SECRET; a later key exists only after a handover (rotate-record-key.ts). Throws
 * RecordError under another SECRET, because a new key would be another record.
 */
export async function openRecordKey(dependencies: RecordKeyDependencies): Promise<RecordKey> {
  const { db, secret, name, clock } = dependencies;
  const rows = await db.select().from(recordKeys).orderBy(asc(recordKeys.id));
  const newest = rows.at(-1);
  if (!newest) {
    const { row } = await makeKey(name, secret, new Date(clock.now()));
    // Of two processes that start at once one creates the key, and both use it.
    await db.insert(recordKeys).values(row).onConflictDoNothing();
    return openRecordKey(dependencies);
  }
  const privateKey = await open(newest.sealed, secret);
  return {
    name: newest.name,
    publicKey: newest.publicKey,
    terms: rows.map((row) => ({ vkey: toVkey(row), fromSize: row.fromSize, handover: row.handover })),
    sign: (text) => signNote(text, newest.name, opened(privateKey)),
    authenticate: (text) => {
      opened(privateKey);
      return hmacUnder(secret, text);
    },
  };
}

function opened(privateKey: KeyObject | null): KeyObject {
  if (!privateKey) throw new RecordError('the record key was sealed under another SECRET');
  return privateKey;
}

/** Creates a new sealed Ed25519 key. */
export async function makeKey(name: string, secret: string, createdAt: Date) {
  const { privateKey } = generateKeyPairSync('ed25519');
  const row = { name, publicKey: toPublicBytes(privateKey), sealed: await seal(privateKey, secret), createdAt };
  return {
    row,
    sign: (text: string): string => signNote(text, name, privateKey),
    authenticate: (text: string): Buffer => hmacUnder(secret, text),
  };
}

const markKey = (secret: string): Buffer => createHmac('sha256', secret).update('record audit mark').digest();
const hmacUnder = (secret: string, text: string): Buffer => createHmac('sha256', markKey(secret)).update(text).digest();

const seal = (key: KeyObject, secret: string): Promise<string> =>
  sealBytes(key.export({ format: 'der', type: 'pkcs8' }), secret, 'record key');

async function open(sealed: string, secret: string): Promise<KeyObject | null> {
  const key = await openBytes(sealed, secret, 'record key');
  return key && createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

/**
 * The record differs from what was last signed: nothing may be signed until an operator has checked
 * it.
 */
export class RecordError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RecordError';
  }
}
