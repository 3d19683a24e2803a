import { asc, desc, eq, gte, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connection.ts';
import { recordLeaves, signals } from '#server/database/schema.ts';

export type LeafRow = typeof recordLeaves.$inferSelect;

/** The end of the chain, which the next leaf is linked to. */
export const findLastLink = async (tx: Transaction): Promise<Pick<LeafRow, 'index' | 'chainHash'> | undefined> =>
  (
    await tx
      .select({ index: recordLeaves.index, chainHash: recordLeaves.chainHash })
      .from(recordLeaves)
      .orderBy(desc(recordLeaves.index))
      .limit(1)
  )[0];

/** One parameter, however many: thousands may be appended in the same second. */
export const insertLeaves = async (tx: Transaction, leaves: readonly LeafRow[]): Promise<void> => {
  if (leaves.length === 0) return;
  const rows = leaves.map(({ leafHash, chainHash, ...leaf }) => ({
    ...leaf,
    leafHash: leafHash.toString('hex'),
    chainHash: chainHash.toString('hex'),
  }));
  await tx.execute(sql`
    insert into record_leaves ("index", kind, at, signal_id, leaf, leaf_hash, chain_hash)
    select "index", "kind", "at", "signalId", "leaf", decode("leafHash", 'hex'), decode("chainHash", 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as l("index" bigint, "kind" text, "at" timestamptz, "signalId" uuid, "leaf" text, "leafHash" text, "chainHash" text)`);
};

/** A page of leaves, with what says whether each may be opened yet. */
export const listLeaves = (db: Database, from: number, limit: number) =>
  db
    .select({ leaf: recordLeaves, status: signals.status, expiresAt: signals.expiresAt })
    .from(recordLeaves)
    .leftJoin(signals, eq(signals.id, recordLeaves.signalId))
    .where(gte(recordLeaves.index, from))
    .orderBy(asc(recordLeaves.index))
    .limit(limit);

export const countLeaves = async (db: Database): Promise<number> =>
  (await db.select({ last: sql<number | null>`max(${recordLeaves.index})`.mapWith(Number) }).from(recordLeaves)).map(
    ({ last }) => (last === null ? 0 : last + 1),
  )[0] ?? 0;

export const findIndexOfSignal = async (db: Database, signalId: string): Promise<number | undefined> =>
  (
    await db
      .select({ index: recordLeaves.index })
      .from(recordLeaves)
      .where(sql`${recordLeaves.signalId} = ${signalId} and ${recordLeaves.kind} = 'signal'`)
  )[0]?.index;

export const listLeafHashes = async (db: Database, size: number): Promise<Buffer[]> =>
  (
    await db
      .select({ leafHash: recordLeaves.leafHash })
      .from(recordLeaves)
      .where(sql`${recordLeaves.index} < ${size}`)
      .orderBy(asc(recordLeaves.index))
  ).map((row) => row.leafHash);
