import { and, count, eq, gt, gte, inArray, lt, lte } from 'drizzle-orm';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Database } from '#server/database/connection.ts';
import { calibrationDays, feedDays } from '#server/database/tables/model-tables.ts';

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
export const countArchivedRows = (
  db: Database,
  feed: string,
  days: readonly Date[],
  symbols: readonly string[],
): Promise<number> =>
  db.$count(
    feedDays,
    and(eq(feedDays.feed, feed), inArray(feedDays.day, [...days]), inArray(feedDays.symbol, [...symbols])),
  );

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

/** A model file on a feed. */
interface ModelOnFeed {
  readonly feed: string;
  readonly model: AiModelKey;
  readonly version: string;
}

const ofModel = ({ feed, model, version }: ModelOnFeed) =>
  and(eq(calibrationDays.feed, feed), eq(calibrationDays.model, model), eq(calibrationDays.version, version));

export const listJudgedDays = async (db: Database, of: ModelOnFeed, from: Date): Promise<number[]> =>
  (
    await db
      .select({ day: calibrationDays.day })
      .from(calibrationDays)
      .where(and(ofModel(of), gte(calibrationDays.day, from)))
  ).map(({ day }) => day.getTime());

export const insertStatistics = async (
  db: Database,
  rows: readonly (typeof calibrationDays.$inferInsert)[],
): Promise<void> => {
  if (rows.length > 0)
    await db
      .insert(calibrationDays)
      .values([...rows])
      .onConflictDoNothing();
};

/** Of the days in (after, to], oldest first. */
export const listStatistics = (
  db: Database,
  of: ModelOnFeed,
  after: Date,
  to: Date,
): Promise<{ readonly day: Date; readonly statistics: string }[]> =>
  db
    .select({ day: calibrationDays.day, statistics: calibrationDays.statistics })
    .from(calibrationDays)
    .where(and(ofModel(of), gt(calibrationDays.day, after), lte(calibrationDays.day, to)))
    .orderBy(calibrationDays.day);

export const deleteStatisticsBefore = async (db: Database, day: Date): Promise<void> => {
  await db.delete(calibrationDays).where(lt(calibrationDays.day, day));
};
