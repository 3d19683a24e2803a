import { asc, eq, or } from 'drizzle-orm';
import type { Leaf } from '#record/leaf.ts';
import type { Database } from '#server/database/connection.ts';
import { signals } from '#server/database/schema.ts';
import { recordLeaves } from '#server/database/tables/record-tables.ts';
import { readLeaf } from '#server/modules/record/append/stored-leaves.ts';

export interface StoredLeaf {
  readonly index: number;
  readonly leaf: Leaf;
}

/** A signal's leaf and those that name it, in order; empty: it has none. */
export async function listSignalLeaves(db: Database, signalId: string): Promise<StoredLeaf[]> {
  const [signal] = await db.select().from(signals).where(eq(signals.id, signalId));
  const index = signal?.recordIndex;
  if (index === null || index === undefined) return [];
  const rows = await db
    .select()
    .from(recordLeaves)
    .where(or(eq(recordLeaves.index, index), eq(recordLeaves.of, index)))
    .orderBy(asc(recordLeaves.index));
  return rows.map((row) => ({ index: row.index, leaf: readLeaf(row) }));
}

/** In the order of the record. */
export async function listAllLeaves(db: Database): Promise<StoredLeaf[]> {
  const rows = await db.select().from(recordLeaves).orderBy(asc(recordLeaves.index));
  return rows.map((row) => ({ index: row.index, leaf: readLeaf(row) }));
}
