import { tradingDaysBefore } from '#domain/market/trading-day.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import type { Database } from '#server/database/connection.ts';
import { listJudgedDays } from './calibration-days.repository.ts';
import { warmUpDays } from './calibration.api.ts';

interface ModelsOnFeed {
  readonly db: Database;
  readonly feed: { readonly id: string };
  readonly forecasters: readonly Pick<LocalForecaster, 'key' | 'version'>[];
}

/** The trading days whose bars are read to judge the one that ends then, newest first. */
export const daysToJudge = (end: number): number[] => tradingDaysBefore(end, 1 + warmUpDays);

/** The days from `from` on that every model was judged on. */
export async function listJudgedByAll(
  { db, feed, forecasters }: ModelsOnFeed,
  from: Date,
): Promise<ReadonlySet<number>> {
  const lists = await Promise.all(
    forecasters.map(({ key: model, version }) => listJudgedDays(db, { feed: feed.id, model, version }, from)),
  );
  return new Set(lists[0]?.filter((day) => lists.every((days) => days.includes(day))));
}
