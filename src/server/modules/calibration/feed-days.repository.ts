import { and, count, eq, gte, inArray, lt, lte } from 'drizzle-orm';
import { feedDays } from '#server/database/tables/calibration-tables.ts';
import type { Database } from '#server/database/connection.ts';

/** The days from `from` on with the bars of all these pairs. */
export const listArchivedDays = async (
  db: Database,
  feed: string,
  from: Date,
  symbols: readonly string[],
): Promise<number[]> =>
  (
    await db
      .select({ day: feedDays.day, pairs: count() })
      .from(feedDays)
      .where(and(eq(feedDays.feed, feed), gte(feedDays.day, from), inArray(feedDays.symbol, [...symbols])))
      .groupBy(feedDays.day)
  ).flatMap((row) => (row.pairs >= symbols.length ? [row.day.getTime()] : []));

export const listArchivedPairs = async (db: Database, feed: string, day: Date): Promise<string[]> =>
  (
    await db
      .select({ symbol: feedDays.symbol })
      .from(feedDays)
      .where(and(eq(feedDays.feed, feed), eq(feedDays.day, day)))
  ).map(({ symbol }) => symbol);

/** How many of these pairs have a row of these days, over all days. */
export const countArchivedRows = async (
  db: Database,
  feed: string,
  days: readonly Date[],
  symbols: readonly string[],
): Promise<number> =>
  (
    await db
      .select({ rows: count() })
      .from(feedDays)
      .where(and(eq(feedDays.feed, feed), inArray(feedDays.day, [...days]), inArray(feedDays.symbol, [...symbols])))
  )[0]?.rows ?? 0;

export const insertFeedDays = async (db: Database, rows: readonly (typeof feedDays.$inferInsert)[]): Promise<void> => {
  if (rows.length > 0)
    await db
      .insert(feedDays)
      .values([...rows])
      .onConflictDoNothing();
};

/** Of each pair the bars of these days as JSON, oldest first. */
export const listFeedDays = (
  db: Database,
  feed: string,
  from: Date,
  to: Date,
): Promise<{ readonly symbol: string; readonly bars: string }[]> =>
  db
    .select({ symbol: feedDays.symbol, bars: feedDays.bars })
    .from(feedDays)
    .where(and(eq(feedDays.feed, feed), gte(feedDays.day, from), lte(feedDays.day, to)))
    .orderBy(feedDays.day);

export const deleteFeedDaysBefore = async (db: Database, day: Date): Promise<void> => {
  await db.delete(feedDays).where(lt(feedDays.day, day));
};
