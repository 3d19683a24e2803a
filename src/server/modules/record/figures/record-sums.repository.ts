import { and, asc, eq, getTableColumns, gt, gte, inArray, lt, max, min, type SQL, sql } from 'drizzle-orm';
import type { EquitySource } from '#contract/record/views.ts';
import type { EntryDelay, LateDelay } from '#domain/signals/late-entry.ts';
import { type DaySums, emptyDay, emptySums, type RecordSums } from '#domain/statistics/day-sums.ts';
import type { EquityHours, ShadowHours } from '#domain/statistics/equity-hours.ts';
import type { EquityStep } from '#domain/statistics/equity.ts';
import type { TallyKey } from '#domain/statistics/model-figures.ts';
import type { Database, Executor, Transaction } from '#server/database/connection.ts';
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

/** With the index of the leaf that issued its signal. */
export type ForecastRow = typeof recordForecasts.$inferSelect & { readonly issuedIndex: number };
type Progress = Pick<typeof recordProgress.$inferSelect, 'countedTo' | 'shadowCountedTo' | 'rule'>;

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

interface ChangedDay extends DayRow {
  readonly feed: string;
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

interface DayRow {
  readonly day: number;
  readonly countedTo: number;
  readonly sums: DaySums;
}

/** Entries without a delay have a table of their own, which holds more than these columns. */
const getDaysTable = (feed: string, delay: EntryDelay) =>
  delay === 0
    ? { days: recordDays, isOfFeed: eq(recordDays.feed, feed) }
    : { days: recordLateDays, isOfFeed: and(eq(recordLateDays.feed, feed), eq(recordLateDays.delay, delay)) };

/** Days of a market from `first` on, with the `countedTo` that shows whether they have changed. */
export const listDays = (
  db: Executor,
  feed: string,
  delay: EntryDelay,
  first: number,
): Promise<Omit<DayRow, 'sums'>[]> => {
  const { days, isOfFeed } = getDaysTable(feed, delay);
  return db
    .select({ day: days.day, countedTo: days.countedTo })
    .from(days)
    .where(and(isOfFeed, gte(days.day, first)));
};

export const listDaySums = async (
  db: Executor,
  feed: string,
  delay: EntryDelay,
  wanted: readonly number[],
): Promise<DayRow[]> => {
  const { days, isOfFeed } = getDaysTable(feed, delay);
  const rows = await db
    .select({ day: days.day, countedTo: days.countedTo, sums: days.sums })
    .from(days)
    .where(and(isOfFeed, inArray(days.day, [...wanted])));
  return rows.map(({ sums, ...row }) => ({ ...row, sums: toSums(sums, emptyDay()) }));
};

interface Totals {
  readonly countedTo: number;
  readonly sums: RecordSums;
}

const getTotalsTable = (feed: string, delay: EntryDelay) =>
  delay === 0
    ? { totals: recordTotals, isOfFeed: eq(recordTotals.feed, feed) }
    : { totals: recordLateTotals, isOfFeed: and(eq(recordLateTotals.feed, feed), eq(recordLateTotals.delay, delay)) };

/** Undefined: the totals have not changed since `countedTo`. */
export const findTotalsAfter = async (
  db: Executor,
  feed: string,
  delay: EntryDelay,
  countedTo: number,
): Promise<Totals | undefined> => {
  const { totals, isOfFeed } = getTotalsTable(feed, delay);
  const [row] = await db
    .select({ countedTo: totals.countedTo, sums: totals.sums })
    .from(totals)
    .where(and(isOfFeed, gt(totals.countedTo, countedTo)));
  return row && { countedTo: row.countedTo, sums: toSums(row.sums, emptySums()) };
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

const toStored = <Sums extends DaySums | RecordSums>({ signals, shadow }: Sums): StoredSums<Sums> => ({
  signals,
  shadow: [...shadow.values()],
});

/** `empty`: for tallies that came after the sums were stored. */
const toSums = <Sums extends DaySums | RecordSums>({ signals, shadow }: StoredSums<Sums>, empty: Sums) => ({
  signals: { ...empty.signals, ...signals },
  shadow: new Map(shadow.map((tally) => [shadowKey(tally.model, tally.version), tally])),
});

interface LateDay extends DayRow {
  readonly feed: string;
  readonly delay: LateDelay;
}

/** The sums of a day by delay; a delay of which nothing is counted is missing. */
export const findLateDay = async (tx: Transaction, feed: string, day: number): Promise<Map<LateDelay, DaySums>> => {
  const rows = await tx
    .select({ delay: recordLateDays.delay, sums: recordLateDays.sums })
    .from(recordLateDays)
    .where(and(eq(recordLateDays.feed, feed), eq(recordLateDays.day, day)));
  return new Map(rows.map(({ delay, sums }) => [delay, toSums(sums, emptyDay())]));
};

export const saveLateDays = async (tx: Transaction, days: readonly LateDay[]): Promise<void> => {
  await tx
    .insert(recordLateDays)
    .values(days.map(({ sums, ...row }) => ({ ...row, sums: toStored(sums) })))
    .onConflictDoUpdate({
      target: [recordLateDays.feed, recordLateDays.delay, recordLateDays.day],
      set: replaced,
    });
};

const replaced = { countedTo: sql`excluded.counted_to`, sums: sql`excluded.sums` };

interface LateTotals extends Totals {
  readonly feed: string;
  readonly delay: LateDelay;
}

export const saveLateTotals = async (tx: Transaction, totals: readonly LateTotals[]): Promise<void> => {
  await tx
    .insert(recordLateTotals)
    .values(totals.map(({ sums, ...row }) => ({ ...row, sums: toStored(sums) })))
    .onConflictDoUpdate({ target: [recordLateTotals.feed, recordLateTotals.delay], set: replaced });
};

interface EquityPeriod {
  readonly source: EquitySource;
  readonly feed: string;
  readonly key: TallyKey;
  /** The first day, counted from 1970. */
  readonly first: number;
  /** Null: up to the newest. */
  readonly before: number | null;
}

const isIn = ({ feed, first, before }: Pick<EquityPeriod, 'feed' | 'first' | 'before'>): SQL | undefined =>
  and(eq(recordDays.feed, feed), gte(recordDays.day, first), before === null ? undefined : lt(recordDays.day, before));

/** One equity step per day, oldest first. */
export const listDaySteps = async (db: Database, { source, key, ...period }: EquityPeriod): Promise<EquityStep[]> => {
  const equity = source === 'shadow' ? recordDays.shadowEquity : recordDays.equity;
  const days = await db
    .select({ step: sql<EquityStep>`${equity} -> ${key}` })
    .from(recordDays)
    .where(and(isIn(period), sql`${equity} ? ${key}`))
    .orderBy(asc(recordDays.day));
  return days.map(({ step }) => step);
};

/** The hours of each day, oldest first. */
export const listDayHours = async (db: Database, { source, key, ...period }: EquityPeriod): Promise<EquityHours[]> => {
  const hours: SQL<EquityHours | null> =
    source === 'shadow'
      ? sql`${recordDays.shadowHours} -> ${key}`
      : sql`${recordDays.sums} -> 'signals' -> ${key} -> 'hours'`;
  const days = await db.select({ hours }).from(recordDays).where(isIn(period)).orderBy(asc(recordDays.day));
  return days.map((day) => day.hours ?? {});
};

const isDay = (feed: string, day: number): SQL | undefined => and(eq(recordDays.feed, feed), eq(recordDays.day, day));

export const findShadowHours = async (tx: Transaction, feed: string, day: number): Promise<ShadowHours> =>
  (await tx.select({ hours: recordDays.shadowHours }).from(recordDays).where(isDay(feed, day)))[0]?.hours ?? {};

/** The row exists: the figures of a leaf are counted before its equity. */
export const saveShadowHours = async (
  tx: Transaction,
  { feed, day, hours, equity }: { feed: string; day: number; hours: ShadowHours; equity: DayEquity },
): Promise<void> => {
  await tx.update(recordDays).set({ shadowHours: hours, shadowEquity: equity }).where(isDay(feed, day));
};
