import { and, eq, getTableColumns, gt, gte, inArray, lt, max, min, sql } from 'drizzle-orm';
import { type DaySums, emptyDay, emptySums, type RecordSums } from '#domain/statistics/day-sums.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import {
  recordDays,
  recordForecasts,
  recordLateDays,
  recordLateTotals,
  recordProgress,
  recordTotals,
  type StoredSums,
} from '#server/database/tables/record-sums-tables.ts';
import type { DayEquity } from '#domain/statistics/day-equity.ts';
import { recordLeaves } from '#server/database/schema.ts';
import { shadowKey } from '#domain/statistics/shadow-tally.ts';

type Executor = Database | Transaction;
/** With the index of the leaf that issued its signal. */
export type ForecastRow = typeof recordForecasts.$inferSelect & { readonly issuedIndex: number };
export type Progress = Pick<typeof recordProgress.$inferSelect, 'countedTo' | 'shadowCountedTo' | 'rule'>;

/**
 * Row lock until the transaction ends (`SKIP LOCKED`); null: another transaction is counting now.
 */
export const lockProgress = async (tx: Transaction): Promise<Progress | null> =>
  (await tx.select().from(recordProgress).for('no key update', { skipLocked: true }))[0] ?? null;

export const findProgress = async (db: Executor): Promise<Progress> =>
  (await db.select().from(recordProgress))[0] ?? { countedTo: 0, shadowCountedTo: 0, rule: 0 };

export const updateProgress = async (tx: Transaction, progress: Partial<Progress>): Promise<void> => {
  await tx.update(recordProgress).set(progress);
};

/** Everything that was counted, to be counted again from the first leaf on. */
export const deleteSums = async (tx: Transaction): Promise<void> => {
  for (const table of [recordForecasts, recordDays, recordTotals, recordLateDays, recordLateTotals])
    await tx.delete(table);
};

const selectForecasts = (tx: Transaction) =>
  tx
    .select({ ...getTableColumns(recordForecasts), issuedIndex: recordLeaves.index })
    .from(recordForecasts)
    .innerJoin(
      recordLeaves,
      and(eq(recordLeaves.signalId, recordForecasts.signalId), inArray(recordLeaves.kind, ['signal', 'forecast'])),
    );

export const listForecasts = (tx: Transaction, keys: readonly string[]): Promise<ForecastRow[]> =>
  selectForecasts(tx).where(inArray(recordForecasts.key, [...keys]));

/** Forecasts of a market that ended in [from, to). */
export const listForecastsEnded = (tx: Transaction, feed: string, from: Date, to: Date): Promise<ForecastRow[]> =>
  selectForecasts(tx).where(
    and(eq(recordForecasts.feed, feed), gte(recordForecasts.endedAt, from), lt(recordForecasts.endedAt, to)),
  );

/** Sends all rows as a single parameter. */
export const saveForecasts = async (tx: Transaction, rows: readonly ForecastRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into record_forecasts (key, signal_id, leaf_index, feed, model, passability, has_edge, ended_at, result, late)
    select "key", "signalId", "leafIndex", "feed", "model", "passability", "hasEdge", "endedAt", "result",
      "late"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as f("key" text, "signalId" uuid, "leafIndex" bigint, "feed" text, "model" text, "passability" double precision,
        "hasEdge" boolean, "endedAt" timestamptz, "result" text, "late" jsonb)
    on conflict (key) do update set signal_id = excluded.signal_id, leaf_index = excluded.leaf_index,
      ended_at = excluded.ended_at, passability = excluded.passability, result = excluded.result,
      late = excluded.late`);
};

export const findDay = async (tx: Transaction, feed: string, day: number): Promise<DaySums | undefined> => {
  const [row] = await tx
    .select({ sums: recordDays.sums })
    .from(recordDays)
    .where(and(eq(recordDays.feed, feed), eq(recordDays.day, day)));
  return row && toSums(row.sums, emptyDay());
};

interface ChangedDay {
  readonly feed: string;
  readonly day: number;
  readonly countedTo: number;
  readonly sums: DaySums;
  readonly equity: DayEquity;
  /** More than were counted on it so far. */
  readonly minutes: number;
}

export const saveDay = async (tx: Transaction, { sums, ...row }: ChangedDay): Promise<void> => {
  const { countedTo, equity } = row;
  const minutes = sql`coalesce(${recordDays.minutes}, 0) + excluded.minutes`;
  const stored = toStored(sums);
  await tx
    .insert(recordDays)
    .values({ ...row, sums: stored })
    .onConflictDoUpdate({
      target: [recordDays.feed, recordDays.day],
      set: { countedTo, equity, sums: stored, minutes },
    });
};

/** Days of a market from `first` on, with the `countedTo` that shows whether they have changed. */
export const listDays = (db: Executor, feed: string, first: number) =>
  db
    .select({ day: recordDays.day, countedTo: recordDays.countedTo })
    .from(recordDays)
    .where(and(eq(recordDays.feed, feed), gte(recordDays.day, first)));

export interface DayRow {
  readonly day: number;
  readonly countedTo: number;
  readonly sums: DaySums;
}

export const listDaySums = async (db: Executor, feed: string, days: readonly number[]): Promise<DayRow[]> =>
  (
    await db
      .select({ day: recordDays.day, countedTo: recordDays.countedTo, sums: recordDays.sums })
      .from(recordDays)
      .where(and(eq(recordDays.feed, feed), inArray(recordDays.day, [...days])))
  ).map(({ sums, ...row }) => ({ ...row, sums: toSums(sums, emptyDay()) }));

/** Undefined: the totals have not changed since `countedTo`. */
export const findTotalsAfter = async (db: Executor, feed: string, countedTo: number) => {
  const [row] = await db
    .select()
    .from(recordTotals)
    .where(and(eq(recordTotals.feed, feed), gt(recordTotals.countedTo, countedTo)));
  return row && { countedTo: row.countedTo, sums: toSums(row.sums, emptySums()) };
};

export const saveTotals = async (
  tx: Transaction,
  { feed, countedTo, sums }: { feed: string; countedTo: number; sums: RecordSums },
): Promise<void> => {
  const stored = toStored(sums);
  await tx
    .insert(recordTotals)
    .values({ feed, countedTo, sums: stored })
    .onConflictDoUpdate({ target: recordTotals.feed, set: { countedTo, sums: stored } });
};

/** The last day of a market before another one; null: none. */
export const findLastDay = async (db: Executor, feed: string, before: number): Promise<number | null> =>
  (
    await db
      .select({ day: max(recordDays.day) })
      .from(recordDays)
      .where(and(eq(recordDays.feed, feed), lt(recordDays.day, before)))
  )[0]?.day ?? null;

export const findFirstDay = async (db: Executor, feed: string): Promise<number | null> =>
  (
    await db
      .select({ day: min(recordDays.day) })
      .from(recordDays)
      .where(eq(recordDays.feed, feed))
  )[0]?.day ?? null;

export const toStored = <Sums extends DaySums | RecordSums>({ signals, shadow }: Sums): StoredSums<Sums> => ({
  signals,
  shadow: [...shadow.values()],
});

/** `empty`: for tallies that came after the sums were stored. */
export const toSums = <Sums extends DaySums | RecordSums>({ signals, shadow }: StoredSums<Sums>, empty: Sums) => ({
  signals: { ...empty.signals, ...signals },
  shadow: new Map(shadow.map((tally) => [shadowKey(tally.model, tally.version), tally])),
});
