import { and, asc, eq, getTableColumns, gt, gte, inArray, lt, min, type SQL, sql } from 'drizzle-orm';
import type { EquitySource } from '#contract/record/views.ts';
import type { DaySums, RecordSums } from '#domain/statistics/day-sums.ts';
import type { EquityHours, ShadowHours } from '#domain/statistics/equity-hours.ts';
import type { EquityStep } from '#domain/statistics/equity.ts';
import type { TallyKey } from '#domain/statistics/model-figures.ts';
import type { Database, Executor, Transaction } from '#server/database/connection.ts';
import {
  recordDays,
  recordForecasts,
  recordProgress,
  recordTotals,
  type StoredSums,
} from '#server/database/tables/record-sums-tables.ts';
import type { DayEquity } from '#domain/statistics/day-equity.ts';
import { recordLeaves } from '#server/database/schema.ts';
import { shadowKey } from '#domain/statistics/shadow-tally.ts';

/** With the index of the leaf that issued its signal. */
export type ForecastRow = typeof recordForecasts.$inferSelect & { readonly issuedIndex: number };
/**
 * How many leaves are counted. Row lock until the transaction ends (`SKIP LOCKED`); null: another
 * transaction is counting now.
 */
export const lockProgress = async (tx: Transaction): Promise<number | null> =>
  (await tx.select().from(recordProgress).for('no key update', { skipLocked: true }))[0]?.countedTo ?? null;

export const updateProgress = async (tx: Transaction, countedTo: number): Promise<void> => {
  await tx.update(recordProgress).set({ countedTo });
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
    insert into record_forecasts (key, signal_id, leaf_index, feed, model, passability, has_edge, ended_at, result)
    select "key", "signalId", "leafIndex", "feed", "model", "passability", "hasEdge", "endedAt", "result"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as f("key" text, "signalId" uuid, "leafIndex" bigint, "feed" text, "model" text, "passability" double precision,
        "hasEdge" boolean, "endedAt" timestamptz, "result" text)
    on conflict (key) do update set signal_id = excluded.signal_id, leaf_index = excluded.leaf_index,
      ended_at = excluded.ended_at, passability = excluded.passability, result = excluded.result`);
};

export const findDay = async (
  tx: Transaction,
  feed: string,
  day: number,
): Promise<{ sums: DaySums; shadowHours: ShadowHours } | undefined> => {
  const [row] = await tx
    .select({ sums: recordDays.sums, shadowHours: recordDays.shadowHours })
    .from(recordDays)
    .where(and(eq(recordDays.feed, feed), eq(recordDays.day, day)));
  return row && { ...row, sums: toSums<DaySums>(row.sums) };
};

interface ChangedDay extends DayRow {
  readonly feed: string;
  readonly equity: DayEquity;
  readonly shadowHours: ShadowHours;
  readonly shadowEquity: DayEquity;
  /** More than were counted on it so far. */
  readonly minutes: number;
}

export const saveDay = async (tx: Transaction, { feed, day, minutes, ...changed }: ChangedDay): Promise<void> => {
  const row = { ...changed, sums: toStored(changed.sums) };
  await tx
    .insert(recordDays)
    .values({ feed, day, minutes, ...row })
    .onConflictDoUpdate({
      target: [recordDays.feed, recordDays.day],
      set: { ...row, minutes: sql`${recordDays.minutes} + excluded.minutes` },
    });
};

interface DayRow {
  readonly day: number;
  readonly countedTo: number;
  readonly sums: DaySums;
}

/** Days of a market from `first` on, with the `countedTo` that shows whether they have changed. */
export const listDays = (db: Executor, feed: string, first: number): Promise<Omit<DayRow, 'sums'>[]> =>
  db
    .select({ day: recordDays.day, countedTo: recordDays.countedTo })
    .from(recordDays)
    .where(and(eq(recordDays.feed, feed), gte(recordDays.day, first)));

export const listDaySums = async (db: Executor, feed: string, wanted: readonly number[]): Promise<DayRow[]> => {
  const rows = await db
    .select({ day: recordDays.day, countedTo: recordDays.countedTo, sums: recordDays.sums })
    .from(recordDays)
    .where(and(eq(recordDays.feed, feed), inArray(recordDays.day, [...wanted])));
  return rows.map(({ sums, ...row }) => ({ ...row, sums: toSums<DaySums>(sums) }));
};

interface Totals {
  readonly countedTo: number;
  readonly sums: RecordSums;
}

/** Undefined: the totals have not changed since `countedTo`. */
export const findTotalsAfter = async (db: Executor, feed: string, countedTo: number): Promise<Totals | undefined> => {
  const [row] = await db
    .select({ countedTo: recordTotals.countedTo, sums: recordTotals.sums })
    .from(recordTotals)
    .where(and(eq(recordTotals.feed, feed), gt(recordTotals.countedTo, countedTo)));
  return row && { countedTo: row.countedTo, sums: toSums<RecordSums>(row.sums) };
};

export const saveTotals = async (
  tx: Transaction,
  { feed, countedTo, sums }: Totals & { readonly feed: string },
): Promise<void> => {
  const stored = toStored(sums);
  await tx
    .insert(recordTotals)
    .values({ feed, countedTo, sums: stored })
    .onConflictDoUpdate({ target: recordTotals.feed, set: { countedTo, sums: stored } });
};

export const findFirstDay = async (db: Executor, feed: string): Promise<number | null> =>
  (
    await db
      .select({ day: min(recordDays.day) })
      .from(recordDays)
      .where(eq(recordDays.feed, feed))
  )[0]?.day ?? null;

const toStored = <Sums extends DaySums | RecordSums>({ signals, shadow }: Sums): StoredSums<Sums> => ({
  signals,
  shadow: [...shadow.values()],
});

const toSums = <Sums extends DaySums | RecordSums>({ signals, shadow }: StoredSums<Sums>) => ({
  signals,
  shadow: new Map(shadow.map((tally) => [shadowKey(tally.model, tally.version), tally])),
});

interface EquityPeriod {
  readonly source: EquitySource;
  readonly feed: string;
  readonly key: TallyKey;
  /** The first day, counted from 1970. */
  readonly first: number;
}

/** Of each day, oldest first; `countedTo`: only leaves below this index have changed it. */
interface OfDay<Value> {
  readonly countedTo: number;
  readonly value: Value;
}

const isIn = ({ feed, first }: Pick<EquityPeriod, 'feed' | 'first'>): SQL | undefined =>
  and(eq(recordDays.feed, feed), gte(recordDays.day, first));

/** One equity step per day; null: nothing of the model ended on it. */
export const listDaySteps = (
  db: Database,
  { source, key, ...period }: EquityPeriod,
): Promise<OfDay<EquityStep | null>[]> => {
  const equity = source === 'shadow' ? recordDays.shadowEquity : recordDays.equity;
  const value = sql<EquityStep | null>`${equity} -> ${key}`;
  return db
    .select({ countedTo: recordDays.countedTo, value })
    .from(recordDays)
    .where(isIn(period))
    .orderBy(asc(recordDays.day));
};

/** The hours of each day; null: nothing of the model ended on it. */
export const listDayHours = (
  db: Database,
  { source, key, ...period }: EquityPeriod,
): Promise<OfDay<EquityHours | null>[]> => {
  const value: SQL<EquityHours | null> =
    source === 'shadow'
      ? sql`${recordDays.shadowHours} -> ${key}`
      : sql`${recordDays.sums} -> 'signals' -> ${key} -> 'hours'`;
  return db
    .select({ countedTo: recordDays.countedTo, value })
    .from(recordDays)
    .where(isIn(period))
    .orderBy(asc(recordDays.day));
};
