import { openNote } from '#node/notes.ts';
import { parseCheckpoint } from '#record/checkpoint.ts';
import {
  consistencyPath,
  inclusionPath,
  type LeafRange,
  type Subtree,
  toSubtrees,
  type TreeHead,
} from '#record/merkle-path.ts';
import { joinSubtrees, type TreeEdge, type TreeNode } from '#record/merkle-tree.ts';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { sha256 } from '#node/sha256.ts';
import type { VerifierKey } from '#record/signed-note.ts';
import { RecordError } from './record-key.ts';
import { asc, desc, lt, sql } from 'drizzle-orm';
import { recordCheckpoints } from '#server/database/tables/record-tables.ts';

/** The edge of the tree at a size that it has already grown to. */
export const readEdge = (db: Executor, size: number): Promise<TreeEdge> =>
  listSubtrees(db, toSubtrees({ from: 0, to: size }));

export const readRoot = async (db: Executor, size: number): Promise<Buffer> =>
  Buffer.from(joinSubtrees(sha256, await readEdge(db, size)));

export const readInclusionProof = (db: Executor, index: number, size: number): Promise<Buffer[]> =>
  readPath(db, inclusionPath(index, size));

export const readConsistencyProof = (db: Executor, from: number, to: number): Promise<Buffer[]> =>
  readPath(db, consistencyPath(from, to));

/** One query for all hashes. */
async function readPath(db: Executor, path: readonly LeafRange[]): Promise<Buffer[]> {
  const parts = path.map(toSubtrees);
  const hashes = await listSubtrees(db, parts.flat());
  return parts.map((part) => Buffer.from(joinSubtrees(sha256, hashes.splice(0, part.length))));
}

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

/** Lock: one process grows the tree at a time; held until the transaction ends. */
export const lockTree = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('kurs.record_tree'))`);
};

export const findLastCheckpoint = async (db: Executor): Promise<CheckpointRow | undefined> =>
  (await db.select().from(recordCheckpoints).orderBy(desc(recordCheckpoints.size)).limit(1))[0];

export const findFirstCheckpoint = async (db: Executor): Promise<CheckpointRow | undefined> =>
  (await db.select().from(recordCheckpoints).orderBy(asc(recordCheckpoints.size)).limit(1))[0];

/** The largest one signed before this instant. */
export const findCheckpointBefore = async (db: Executor, before: Date): Promise<CheckpointRow | undefined> =>
  (
    await db
      .select()
      .from(recordCheckpoints)
      .where(lt(recordCheckpoints.signedAt, before))
      .orderBy(desc(recordCheckpoints.signedAt), desc(recordCheckpoints.size))
      .limit(1)
  )[0];

export const insertCheckpoint = async (tx: Transaction, row: CheckpointRow): Promise<void> => {
  await tx.insert(recordCheckpoints).values(row);
};

/** One query parameter for all of them. */
export const insertNodes = async (tx: Transaction, nodes: readonly TreeNode[]): Promise<void> => {
  if (nodes.length === 0) return;
  const rows = nodes.map(({ level, position, hash }) => ({ level, position, hash: Buffer.from(hash).toString('hex') }));
  await tx.execute(sql`
    insert into record_nodes (level, position, hash)
    select level, position, decode(hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(level smallint, position bigint, hash text)`);
};

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
