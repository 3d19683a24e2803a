import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { WallClock } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { recordKeys } from '#server/database/tables/record-tables.ts';
import { openBytes, sealBytes } from '#server/crypto/seal-text.ts';
import { signNote, toPublicBytes, toVkey } from '#node/notes.ts';
import type { VerifierKey } from '#record/signed-note.ts';

export interface RecordKey extends VerifierKey {
  readonly vkey: string;
  /** For the genesis: the record before this one. */
  readonly previous: { readonly note: string; readonly reason: string } | null;
  /** The signed note of a text. */
  sign(text: string): string;
}

interface KeyToOpen {
  readonly db: Database;
  readonly secret: string;
  /** Name of a key that is created now; an existing one retains its name. */
  readonly name: string;
  readonly clock: WallClock;
}

/**
 * Opens the key of this record: created at the first start, stored beside the leaves it signs,
 * sealed under SECRET. Throws RecordError under another SECRET, because a new key would be another
 * record.
 */
export async function openRecordKey(wanted: KeyToOpen): Promise<RecordKey> {
  const { db, secret, name, clock } = wanted;
  const [stored] = await db.select().from(recordKeys);
  if (!stored) {
    const row = await makeKey(name, secret, new Date(clock.now()));
    // Of two processes that start at once one creates the key, and both use it.
    await db.insert(recordKeys).values(row).onConflictDoNothing();
    return openRecordKey(wanted);
  }
  const privateKey = await open(stored.sealed, secret);
  return {
    name: stored.name,
    publicKey: stored.publicKey,
    vkey: toVkey(stored),
    previous: stored.previous,
    sign: (text) => signNote(text, stored.name, opened(privateKey)),
  };
}

function opened(privateKey: KeyObject | null): KeyObject {
  if (!privateKey) throw new RecordError('the record key was sealed under another SECRET');
  return privateKey;
}

/** Creates a new sealed Ed25519 key. `previous`: of the record that it replaces. */
export async function makeKey(name: string, secret: string, createdAt: Date, previous: RecordKey['previous'] = null) {
  const { privateKey } = generateKeyPairSync('ed25519');
  const sealed = await sealBytes(privateKey.export({ format: 'der', type: 'pkcs8' }), secret, 'record key');
  return { name, publicKey: toPublicBytes(privateKey), sealed, createdAt, previous };
}

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
