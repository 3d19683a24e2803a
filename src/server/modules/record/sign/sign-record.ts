import type { WallClock } from '#domain/time.ts';
import { sha256 } from '#node/sha256.ts';
import { checkpointText } from '#record/checkpoint.ts';
import { growTree, joinSubtrees } from '#record/merkle-tree.ts';
import type { TreeHead } from '#record/merkle-path.ts';
import { type Database, inTransaction, type Transaction, type UnitOfWork } from '#server/database/connection.ts';
import { type CrashHook, noCrash } from '#server/start/crash-points.ts';
import type { NoteFile } from './note-file.ts';
import { RecordError, type RecordKey } from './record-key.ts';
import {
  type CheckpointRow,
  findLastCheckpoint,
  insertCheckpoint,
  insertNodes,
  lockTree,
  parseSavedHead,
  readEdge,
  readRoot,
} from './record-tree.ts';
import { countLeaves, listLeafHashes } from '../append/record.repository.ts';

interface SignRecordDependencies {
  readonly db: Database;
  readonly key: RecordKey;
  readonly noteFile: NoteFile;
  readonly clock: WallClock;
  /** Aborts between two batches when the product stops. */
  readonly signal: AbortSignal;
  readonly crashPoint?: CrashHook;
}

/** Max leaves per transaction, so that nothing is blocked for long. */
const batch = 5_000;

/**
 * Grows the tree over every leaf in the record, and signs it. Throws RecordError instead of signing a
 * tree that does not begin with what was signed last, according to the database and to the note file
 * beside it.
 */
export function createSignRecord(needs: SignRecordDependencies): () => Promise<CheckpointRow> {
  const { db, key, noteFile, clock, signal, crashPoint = noCrash } = needs;
  /** The content of the file; null: not read yet, or there is none. */
  let saved: string | null = null;

  const signBatch = async ({ tx }: UnitOfWork): Promise<{ row: CheckpointRow; isWhole: boolean }> => {
    await lockTree(tx);
    const last = await findLastCheckpoint(tx);
    const count = await countLeaves(tx);
    await assertContinues(tx, parseSavedHead(saved, key), last?.size ?? 0);
    if (last) await assertContinues(tx, last, count);
    if (last?.size === count) return { row: last, isWhole: true };
    const from = last?.size ?? 0;
    const hashes = await listLeafHashes(tx, from, Math.min(count, from + batch));
    const { nodes, edge } = growTree(sha256, from, await readEdge(tx, from), hashes);
    await insertNodes(tx, nodes);
    const size = from + hashes.length;
    const root = Buffer.from(joinSubtrees(sha256, edge));
    const note = key.sign(checkpointText({ origin: key.name, size, root: root.toString('base64') }));
    const row = { size, root, note, signedAt: new Date(clock.now()) };
    await insertCheckpoint(tx, row);
    crashPoint('sign.before-commit');
    return { row, isWhole: size === count };
  };

  return async () => {
    saved ??= await noteFile.read();
    for (;;) {
      signal.throwIfAborted();
      const { row, isWhole } = await inTransaction(db, signBatch);
      crashPoint('sign.after-commit');
      // Saved before it is published: a published note must be known after every restart.
      if (saved !== row.note) await noteFile.save(row.note);
      saved = row.note;
      crashPoint('sign.after-save');
      if (isWhole) return row;
    }
  };
}

/** `size`: of the tree that must begin with this head. */
async function assertContinues(tx: Transaction, head: TreeHead | null, size: number): Promise<void> {
  if (!head) return;
  if (head.size > size)
    throw new RecordError(
      `the record has ${size} leaves, and ${head.size} were signed; restore a newer database, or begin a new record ` +
        'with npm run new-record (docs/operating.md, The record)',
    );
  if (!(await readRoot(tx, head.size)).equals(head.root))
    throw new RecordError(`the first ${head.size} leaves are not those that were signed`);
}
