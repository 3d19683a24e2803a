import { and, asc, desc, eq, getTableColumns, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { type GenesisLeaf, isClosedKind, type Leaf, maxClosedMs, opensAt, type VersionLeaf } from '#record/leaf.ts';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { recordLeaves, recordOpen } from '#server/database/tables/record-tables.ts';
import type { RecordHead } from './append-leaves.ts';

export type LeafRow = typeof recordLeaves.$inferSelect;

/** A leaf that this product stored. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table holds only what appendLeaves wrote
export const readLeaf = ({ leaf }: { readonly leaf: string }): Leaf => JSON.parse(leaf) as Leaf;

/** The content opens with the last expiry, so that nobody can trade on it first. `now`: milliseconds UTC. */
export function isOpen(row: LeafRow, now: number): boolean {
  if (now - row.at.getTime() >= maxClosedMs) return true;
  const leaf = readLeaf(row);
  return !isClosedKind(leaf) || opensAt(leaf) <= now;
}

/** The leaves [from, to), in order. */
export const listLeaves = (db: Executor, from: number, to: number): Promise<LeafRow[]> =>
  db
    .select()
    .from(recordLeaves)
    .where(and(gte(recordLeaves.index, from), lt(recordLeaves.index, to)))
    .orderBy(asc(recordLeaves.index));

export const findLeaf = async (db: Executor, index: number): Promise<LeafRow | undefined> =>
  (await listLeaves(db, index, index + 1))[0];

/** In the order of the record. */
export const listLeavesAt = async (db: Executor, indices: readonly number[]): Promise<LeafRow[]> =>
  indices.length === 0
    ? []
    : db
        .select()
        .from(recordLeaves)
        .where(inArray(recordLeaves.index, [...indices]))
        .orderBy(asc(recordLeaves.index));

/** What names these leaves, of these kinds, in the order of the record. */
export const listNaming = async (
  db: Executor,
  indices: readonly number[],
  kinds: readonly LeafRow['kind'][],
): Promise<LeafRow[]> =>
  indices.length === 0
    ? []
    : db
        .select()
        .from(recordLeaves)
        .where(and(inArray(recordLeaves.of, [...indices]), inArray(recordLeaves.kind, [...kinds])))
        .orderBy(asc(recordLeaves.index));

/** Newest first. */
export const listSignals = (db: Executor, before: number, limit: number): Promise<LeafRow[]> =>
  db
    .select()
    .from(recordLeaves)
    .where(and(eq(recordLeaves.kind, 'signal'), lt(recordLeaves.index, before)))
    .orderBy(desc(recordLeaves.index))
    .limit(limit);

/** Null: the record is empty. */
export async function findGenesis(db: Executor): Promise<GenesisLeaf | null> {
  const row = await findLeaf(db, 0);
  const leaf = row && readLeaf(row);
  return leaf?.kind === 'genesis' ? leaf : null;
}

/** All of them, oldest first: a few a day. */
export async function listVersions(db: Executor): Promise<{ readonly index: number; readonly leaf: VersionLeaf }[]> {
  const rows = await db
    .select()
    .from(recordLeaves)
    .where(eq(recordLeaves.kind, 'version'))
    .orderBy(asc(recordLeaves.index));
  return rows.flatMap((row) => {
    const leaf = readLeaf(row);
    return leaf.kind === 'version' ? [{ index: row.index, leaf }] : [];
  });
}

/** Undefined: no leaf is that new. */
export const findFirstIndexSince = async (db: Executor, since: Date): Promise<number | undefined> =>
  (
    await db
      .select({ index: sql<number | null>`min(${recordLeaves.index})`.mapWith(Number) })
      .from(recordLeaves)
      .where(gte(recordLeaves.at, since))
  )[0]?.index ?? undefined;

/** Minutes and signals without an outcome, in the order of the record. */
export const listOpen = (db: Executor): Promise<OpenRow[]> =>
  db
    .select({ ...getTableColumns(recordOpen), leaf: recordLeaves.leaf })
    .from(recordOpen)
    .innerJoin(recordLeaves, eq(recordLeaves.index, recordOpen.index))
    .orderBy(asc(recordOpen.index));
export type OpenRow = typeof recordOpen.$inferSelect & { readonly leaf: string };

/** The minute leaf of a bar that is still open; undefined: it was not stated, or long ago. */
export const findOpenMinute = async (db: Executor, minute: number): Promise<number | undefined> =>
  (
    await db
      .select({ index: recordOpen.index })
      .from(recordOpen)
      .where(eq(recordOpen.minute, new Date(minute)))
  )[0]?.index;

/**
 * The minute leaf of a bar, if it is the newest at `at` or the one before while the newest is less
 * than `withinMs` old; null: a statement may not name it. Milliseconds UTC.
 */
export async function findCurrentMinute(
  tx: Transaction,
  { minute: newest }: RecordHead,
  { minute, at, withinMs }: { readonly minute: number; readonly at: number; readonly withinMs: number },
): Promise<number | null> {
  if (!newest) return null;
  if (newest.minute === minute) return newest.index;
  if (at - newest.at >= withinMs) return null;
  const [previous] = await tx
    .select()
    .from(recordOpen)
    .where(and(isNotNull(recordOpen.minute), lt(recordOpen.index, newest.index)))
    .orderBy(desc(recordOpen.index))
    .limit(1);
  return previous?.minute?.getTime() === minute ? previous.index : null;
}

/** Whether the outcome of a minute or signal is not stated yet. */
export const isWaiting = async (tx: Transaction, index: number): Promise<boolean> =>
  (await tx.$count(recordOpen, eq(recordOpen.index, index))) > 0;
