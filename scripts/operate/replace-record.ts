import type { WallClock } from '#domain/time.ts';
import { parseCheckpoint, parseNote } from '#record/signed-note.ts';
import { UsageError } from '../command/run-command.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connection.ts';
import { readHead } from '#server/modules/record/append/append-leaves.ts';
import { beginNewRecord, saveOldRecord } from '#server/modules/record/sign/begin-new-record.ts';
import { openNoteFile, recordFolder } from '#server/modules/record/sign/note-file.ts';
import { openRecordKey } from '#server/modules/record/sign/record-key.ts';
import { findLastCheckpoint } from '#server/modules/record/sign/record-tree.ts';

interface ReplaceRecordDependencies {
  readonly db: Database;
  readonly config: Pick<Config, 'secret' | 'dataDir' | 'publicUrl'>;
  readonly reason: string;
  /** A checkpoint of the old record that the operator has found; null: none. */
  readonly known: string | null;
  readonly clock: WallClock;
}

/** Ends the record and begins a new one. Returns the folder of the old one. */
export async function replaceRecord({
  db,
  config,
  reason,
  known,
  clock,
}: ReplaceRecordDependencies): Promise<{ vkey: string; folder: string }> {
  const { host } = new URL(config.publicUrl);
  const key = await openRecordKey({ db, secret: config.secret, name: `${host}/record`, clock });
  const folder = recordFolder(config.dataDir, key);
  const last = await findLastCheckpoint(db);
  const notes = [known, await openNoteFile(folder).read(), last?.note ?? null];
  const note = findNewest(notes.flatMap((one) => one ?? []));
  // A database that was set back saves what it still has.
  if (last && last.size <= (await readHead(db)).size) await saveOldRecord(db, folder, last);
  const at = new Date(clock.now()).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const name = `${host}/record-${at}`;
  return { vkey: await beginNewRecord({ db, secret: config.secret, name, previous: { note, reason }, clock }), folder };
}

/** The one of the largest tree. */
function findNewest(notes: readonly string[]): string {
  const newest = notes.toSorted((a, b) => getSize(b) - getSize(a))[0];
  if (newest === undefined) throw new UsageError('No checkpoint of the old record is known: name one by --previous.');
  return newest;
}

function getSize(note: string): number {
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? '');
  if (!checkpoint) throw new UsageError(`This is no checkpoint: ${note.slice(0, 80)}`);
  return checkpoint.size;
}
