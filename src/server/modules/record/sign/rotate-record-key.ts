import type { WallClock } from '#domain/clock.ts';
import { toNote, parseNote } from '#record/checkpoint.ts';
import { handoverText } from '#record/record-handover.ts';
import { toInstant } from '#contract/wire.ts';
import type { Database } from '#server/database/connection.ts';
import { recordKeys } from '#server/database/tables/record-tables.ts';
import { makeKey, type RecordKey } from './record-key.ts';
import type { RecordFiles } from '../journal/record-files.ts';
import { createSignRecord } from './sign-record.ts';
import { toVkey } from '#node/notes.ts';

interface RotateRecordKeyDependencies extends RecordFiles {
  readonly db: Database;
  readonly key: RecordKey;
  readonly secret: string;
  readonly clock: WallClock;
}

/**
 * Hands the record over to a new key while no other process signs: the old key signs all leaves
 * after its audit, then both keys sign the handover at that size. Returns the new vkey and the
 * size.
 */
export async function rotateRecordKey({
  db,
  key,
  secret,
  clock,
  ...files
}: RotateRecordKeyDependencies): Promise<{ vkey: string; size: number }> {
  const { signal } = new AbortController();
  const { size, root } = await createSignRecord({ db, key, ...files, clock, signal })();
  const at = new Date(clock.now());
  const next = await makeKey(key.name, secret, at);
  const vkey = toVkey(next.row);
  const checkpoint = { origin: key.name, size, root: root.toString('base64') };
  const text = handoverText({ ...checkpoint, from: toVkey(key), to: vkey, at: toInstant(at.getTime()) });
  const signatures = [key.sign(text), next.sign(text)].flatMap((note) => parseNote(note)?.signatures ?? []);
  const handover = toNote({ text, signatures });
  await db.insert(recordKeys).values({ ...next.row, id: key.terms.length + 1, fromSize: size, handover });
  return { vkey, size };
}
