import type { WallClock } from '#domain/time.ts';
import { parseCheckpoint, parseNote } from '#record/checkpoint.ts';
import { isSignedBy } from '#node/notes.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connection.ts';
import { beginNewRecord, saveOldRecord } from '#server/modules/record/sign/begin-new-record.ts';
import { countLeaves } from '#server/modules/record/append/record.repository.ts';
import { openNoteFile, recordFolder } from '#server/modules/record/sign/note-file.ts';
import { openRecordKey, RecordError } from '#server/modules/record/sign/record-key.ts';
import { findLastCheckpoint } from '#server/modules/record/sign/record-tree.ts';
import { createSignRecord } from '#server/modules/record/sign/sign-record.ts';
import { UsageError } from '../command/usage-error.ts';

interface ReplaceRecordDependencies {
  readonly db: Database;
  readonly config: Pick<Config, 'secret' | 'dataDir' | 'publicUrl'>;
  readonly reason: string;
  /** A checkpoint of the old record that the operator has found; null: none. */
  readonly known: string | null;
  /** A key of the old record that the database no longer has; null: none. */
  readonly knownKey: string | null;
  readonly clock: WallClock;
}

/** Begins a new record, unless the old one can be continued. Returns the folder of the old one. */
export async function replaceRecord({
  db,
  config,
  reason,
  known,
  knownKey,
  clock,
}: ReplaceRecordDependencies): Promise<{ vkey: string; folder: string }> {
  const { host } = new URL(config.publicUrl);
  const key = await openRecordKey({ db, secret: config.secret, name: `${host}/record`, clock });
  const folder = recordFolder(config.dataDir, key);
  const noteFile = openNoteFile(folder);
  const isLonger = known !== null && getSize(known) > (await countLeaves(db));
  if (!isLonger && (await canSign({ db, key, noteFile, clock })))
    throw new UsageError('The record can be continued: nothing was changed.');
  const notes = [known, await noteFile.read(), (await findLastCheckpoint(db))?.note ?? null];
  const previous = findNewest(notes.flatMap((note) => note ?? []));
  const previousKey = findSigner(previous, [key.vkey, ...(knownKey === null ? [] : [knownKey])]);
  await saveOldRecord(db, folder, key.vkey);
  const at = new Date(clock.now()).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const name = `${host}/record-${at}`;
  const begun = { db, secret: config.secret, name, previous, previousKey, reason, clock };
  return { vkey: await beginNewRecord(begun), folder };
}

async function canSign(needs: Omit<Parameters<typeof createSignRecord>[0], 'signal'>): Promise<boolean> {
  try {
    await createSignRecord({ ...needs, signal: new AbortController().signal })();
    return true;
  } catch (error) {
    if (error instanceof RecordError) return false;
    throw error;
  }
}

/** The one of the largest tree. */
function findNewest(notes: readonly string[]): string {
  const newest = notes.toSorted((a, b) => getSize(b) - getSize(a))[0];
  if (newest === undefined) throw new UsageError('No checkpoint of the old record is known: name one by --previous.');
  return newest;
}

/** A succession that no key of the old record signed would fail every check. */
function findSigner(note: string, vkeys: readonly string[]): string {
  const signer = vkeys.find((vkey) => isSignedBy(note, vkey));
  if (signer === undefined)
    throw new UsageError(
      'None of the known keys signed the last checkpoint of the old record: name the vkey that did by --previous-key.',
    );
  return signer;
}

function getSize(note: string): number {
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? '');
  if (!checkpoint) throw new UsageError(`This is no checkpoint: ${note.slice(0, 80)}`);
  return checkpoint.size;
}
