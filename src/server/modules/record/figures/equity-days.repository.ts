import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { EquitySource } from '#contract/record/views.ts';
import type { EquityStep } from '#domain/statistics/equity.ts';
import type { EquityHours, ShadowHours } from '#domain/statistics/equity-hours.ts';
import type { TallyKey } from '#domain/statistics/model-figures.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { recordDays } from '#server/database/tables/record-sums-tables.ts';
import type { DayEquity } from '#domain/statistics/day-equity.ts';

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
