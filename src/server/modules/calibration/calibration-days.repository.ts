import { and, eq, gt, gte, lt, lte } from 'drizzle-orm';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { calibrationDays } from '#server/database/tables/calibration-tables.ts';
import type { Database } from '#server/database/connection.ts';

/** A model file on a feed. */
export interface ModelOnFeed {
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
