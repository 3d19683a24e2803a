import { and, asc, desc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Database, Executor, Transaction } from '#server/database/connection.ts';
import { recordLeaves, signals } from '#server/database/schema.ts';
import { minuteBars } from '#server/database/tables/shadow-tables.ts';

export type LeafRow = typeof recordLeaves.$inferSelect;

/** One query parameter for all of them: thousands may be appended in the same second. */
export const insertLeaves = async (tx: Transaction, leaves: readonly LeafRow[]): Promise<void> => {
  if (leaves.length === 0) return;
  const rows = leaves.map(({ leafHash, ...leaf }) => ({ ...leaf, leafHash: leafHash.toString('hex') }));
  await tx.execute(sql`
    insert into record_leaves ("index", kind, at, signal_id, leaf, leaf_hash)
    select "index", "kind", "at", "signalId", "leaf", decode("leafHash", 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as l("index" bigint, "kind" text, "at" timestamptz, "signalId" uuid, "leaf" text, "leafHash" text)`);
};

/**
 * Whether the record has the end of a leaf without a row of its own: of forecasts that no user
 * received, and of a signal whose row is gone.
 */
const isEnded = sql<boolean>`(${recordLeaves.kind} = 'forecast' or ${signals.id} is null) and exists (
  select 1 from record_leaves e where e.signal_id = ${recordLeaves.signalId} and e.kind in ('outcome', 'void'))`;

/** Leaves with the data that decides whether each may be opened yet. */
const listed = (db: Database) =>
  db
    .select({ leaf: recordLeaves, status: signals.status, expiresAt: signals.expiresAt, isEnded })
    .from(recordLeaves)
    .leftJoin(signals, eq(signals.id, recordLeaves.signalId));

/** A page of leaves, oldest first. */
export const listLeaves = (db: Database, from: number, limit: number) =>
  listed(db).where(gte(recordLeaves.index, from)).orderBy(asc(recordLeaves.index)).limit(limit);
export type ListedLeaf = Awaited<ReturnType<typeof listLeaves>>[number];

/** Of signals that a user received, newest first. */
export const listSignalLeaves = (db: Database, before: number, limit: number): Promise<ListedLeaf[]> =>
  listed(db)
    .where(and(eq(recordLeaves.kind, 'signal'), lt(recordLeaves.index, before)))
    .orderBy(desc(recordLeaves.index))
    .limit(limit);

/** The leaves that issued these signals, in the order of the record. */
export const listSignalStatements = async (
  db: Database,
  signalIds: readonly string[],
): Promise<Pick<LeafRow, 'index' | 'signalId' | 'leaf'>[]> =>
  signalIds.length === 0
    ? []
    : db
        .select({ index: recordLeaves.index, signalId: recordLeaves.signalId, leaf: recordLeaves.leaf })
        .from(recordLeaves)
        .where(and(inArray(recordLeaves.signalId, [...signalIds]), eq(recordLeaves.kind, 'signal')))
        .orderBy(asc(recordLeaves.index));

/** Signals and minutes from this index on that state something, in the order of the record. */
export const listStatements = (db: Database, from: number, limit: number): Promise<Pick<LeafRow, 'index' | 'leaf'>[]> =>
  db
    .select({ index: recordLeaves.index, leaf: recordLeaves.leaf })
    .from(recordLeaves)
    .where(
      and(
        gte(recordLeaves.index, from),
        inArray(recordLeaves.kind, ['signal', 'forecast']),
        sql`${recordLeaves.leaf} not like '%"forecasts":[]%'`,
        sql`${recordLeaves.leaf} not like '%"form":"answer/1"%'`,
      ),
    )
    .orderBy(asc(recordLeaves.index))
    .limit(limit);

/** In the order of the record. */
export const listLeavesOfSignals = async (db: Database, signalIds: readonly string[]): Promise<ListedLeaf[]> =>
  signalIds.length === 0
    ? []
    : listed(db)
        .where(inArray(recordLeaves.signalId, [...signalIds]))
        .orderBy(asc(recordLeaves.index));

/**
 * The leaf at an index, or a signal's, with all leaves of the same signal; empty: there is no such
 * leaf.
 */
export const listLeavesLike = async (db: Database, id: number | string): Promise<ListedLeaf[]> => {
  const signalId = typeof id === 'string' ? id : (await findLeaf(db, id))?.signalId;
  return signalId === undefined ? [] : listLeavesOfSignals(db, [signalId]);
};

const findLeaf = async (db: Database, index: number) =>
  (await db.select({ signalId: recordLeaves.signalId }).from(recordLeaves).where(eq(recordLeaves.index, index)))[0];

export const findFirstLeafAt = async (db: Database): Promise<Date | undefined> =>
  (await db.select({ at: recordLeaves.at }).from(recordLeaves).orderBy(asc(recordLeaves.index)).limit(1))[0]?.at;

export const countLeaves = async (db: Executor): Promise<number> =>
  (await db.select({ last: sql<number | null>`max(${recordLeaves.index})`.mapWith(Number) }).from(recordLeaves)).map(
    ({ last }) => (last === null ? 0 : last + 1),
  )[0] ?? 0;

/** Undefined: no leaf is that new. */
export const findFirstIndexSince = async (db: Executor, since: Date): Promise<number | undefined> =>
  (
    await db
      .select({ index: sql<number | null>`min(${recordLeaves.index})`.mapWith(Number) })
      .from(recordLeaves)
      .where(gte(recordLeaves.at, since))
  )[0]?.index ?? undefined;

export const findIndexOfSignal = async (db: Database, signalId: string): Promise<number | undefined> =>
  (
    await db
      .select({ index: recordLeaves.index })
      .from(recordLeaves)
      .where(and(eq(recordLeaves.signalId, signalId), inArray(recordLeaves.kind, ['signal', 'forecast'])))
  )[0]?.index;

/** Hashes of the leaves [from, to). */
export const listLeafHashes = async (db: Executor, from: number, to: number): Promise<Buffer[]> =>
  (
    await db
      .select({ leafHash: recordLeaves.leafHash })
      .from(recordLeaves)
      .where(and(gte(recordLeaves.index, from), lt(recordLeaves.index, to)))
      .orderBy(asc(recordLeaves.index))
  ).map((row) => row.leafHash);

/** The leaves [from, to). */
export const listLeafRows = (db: Executor, from: number, to: number): Promise<LeafRow[]> =>
  db
    .select()
    .from(recordLeaves)
    .where(and(gte(recordLeaves.index, from), lt(recordLeaves.index, to)))
    .orderBy(asc(recordLeaves.index));

export const hasOpenSignals = async (db: Database): Promise<boolean> =>
  (await db.select({ id: signals.id }).from(signals).where(ne(signals.status, 'settled')).limit(1)).length > 0;

export interface SettledLeaf {
  /** Index of the leaf that ended the signal. */
  readonly index: number;
  /** Leaves as text: the end, and what was issued. */
  readonly ended: string;
  readonly issued: string;
  /** Index of the leaf that issued it. */
  readonly issuedIndex: number;
}

/**
 * Outcomes and voids among the leaves [from, to), each with the signal it belongs to; without
 * minutes in shadow.
 */
export const listSettled = async (db: Executor, from: number, to: number): Promise<SettledLeaf[]> =>
  (
    await db.execute<SettledLeaf & Record<string, unknown>>(sql`
      select e."index"::float8, e.leaf as ended, s.leaf as issued, s."index"::float8 as "issuedIndex"
      from record_leaves e
      join record_leaves s on s.signal_id = e.signal_id and s.kind in ('signal', 'forecast')
      where e."index" >= ${from} and e."index" < ${to} and e.kind in ('outcome', 'void')
        and e.leaf not like '{"forecast":%'
      order by e."index"`)
  ).rows;

/** UTC days with bars, oldest first: 2026-11-20. */
export async function listBarDays(db: Database): Promise<string[]> {
  const day = sql<string>`to_char(${minuteBars.minute} at time zone 'UTC', 'YYYY-MM-DD')`;
  const rows = await db.selectDistinct({ day }).from(minuteBars);
  return rows.map((row) => row.day).toSorted();
}

/** The lines of [from, to), in the order of their minutes. */
export async function listBarLines(db: Database, from: Date, to: Date): Promise<string[]> {
  const rows = await db
    .select({ line: minuteBars.line })
    .from(minuteBars)
    .where(and(gte(minuteBars.minute, from), lt(minuteBars.minute, to)))
    .orderBy(asc(minuteBars.minute), asc(minuteBars.feed));
  return rows.map(({ line }) => line);
}
