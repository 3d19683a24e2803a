import { asc, desc, lt, sql } from 'drizzle-orm';
import { openNote, sha256 } from '#node/notes.ts';
import { parseCheckpoint, type VerifierKey } from '#record/signed-note.ts';
import {
  consistencyPath,
  inclusionPath,
  type LeafRange,
  type Subtree,
  toSubtrees,
  type TreeHead,
} from '#record/merkle-path.ts';
import { joinSubtrees } from '#record/merkle-tree.ts';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { recordCheckpoints } from '#server/database/tables/record-tables.ts';
import { RecordError } from './record-key.ts';

/** Of the first `size` leaves. */
export const readRoot = async (db: Executor, size: number): Promise<Buffer> =>
  Buffer.from(joinSubtrees(sha256, await listSubtrees(db, toSubtrees({ from: 0, to: size }))));

/** Of each leaf, in the tree of `size` leaves. */
export const readInclusionProofs = (db: Executor, indices: readonly number[], size: number): Promise<Buffer[][]> =>
  readPaths(
    db,
    indices.map((index) => inclusionPath(index, size)),
  );

export const readConsistencyProof = async (db: Executor, from: number, to: number): Promise<Buffer[]> =>
  (await readPaths(db, [consistencyPath(from, to)]))[0] ?? [];

/** One query for all hashes. */
async function readPaths(db: Executor, paths: readonly (readonly LeafRange[])[]): Promise<Buffer[][]> {
  const parts = paths.map((path) => path.map(toSubtrees));
  const hashes = await listSubtrees(db, parts.flat(2));
  let next = 0;
  const take = (count: number): Buffer[] => {
    next += count;
    return hashes.slice(next - count, next);
  };
  return parts.map((path) => path.map((part) => Buffer.from(joinSubtrees(sha256, take(part.length)))));
}

/**
 * Their hashes, in the same order. Throws when one is missing because the tree has not grown that
 * far.
 */
export const listSubtrees = async (db: Executor, wanted: readonly Subtree[]): Promise<Buffer[]> => {
  if (wanted.length === 0) return [];
  const found = await db.execute<{ hash: Buffer | null }>(sql`
    select coalesce(n.hash, l.leaf_hash) as hash
    from jsonb_to_recordset(${JSON.stringify(wanted.map((one, at) => ({ ...one, at })))}::jsonb)
      as w(level smallint, position bigint, at integer)
    left join record_nodes n on n.level = w.level and n.position = w.position
    left join record_leaves l on w.level = 0 and l."index" = w.position
    order by w.at`);
  return found.rows.map(({ hash }, i) => {
    if (!hash) throw new Error(`the record's tree has no node ${JSON.stringify(wanted[i])}`);
    return hash;
  });
};

/**
 * Parses the saved note; null: none is saved. Throws RecordError when the key of this record has not
 * signed it.
 */
export function parseSavedHead(note: string | null, key: VerifierKey): TreeHead | null {
  if (note === null) return null;
  const text = openNote(note, key);
  const checkpoint = text === null ? null : parseCheckpoint(text);
  if (!checkpoint) throw new RecordError('the saved checkpoint is not signed by the key of this record');
  return { size: checkpoint.size, root: Buffer.from(checkpoint.root, 'base64') };
}

export type CheckpointRow = typeof recordCheckpoints.$inferSelect;

export const findLastCheckpoint = async (db: Executor): Promise<CheckpointRow | undefined> =>
  (await db.select().from(recordCheckpoints).orderBy(desc(recordCheckpoints.size)).limit(1))[0];

/**
 * The largest checkpoint signed before this instant, or else the first one. By size, which never
 * falls, whatever the clock does.
 */
export const findSignedBefore = async (db: Executor, before: Date): Promise<CheckpointRow | undefined> =>
  (
    await db
      .select()
      .from(recordCheckpoints)
      .where(lt(recordCheckpoints.signedAt, before))
      .orderBy(desc(recordCheckpoints.size))
      .limit(1)
  )[0] ?? (await db.select().from(recordCheckpoints).orderBy(asc(recordCheckpoints.size)).limit(1))[0];

export const insertCheckpoint = async (tx: Transaction, row: CheckpointRow): Promise<void> => {
  await tx.insert(recordCheckpoints).values(row);
};
