import { tradingDaysBefore, tradingDayStart } from '#domain/market/trading-day.ts';
import { isMarketOpen, type TradingHours } from '#domain/market/trading-hours.ts';
import { minCalibrationDays } from '#engine/forecast/calibration/check-calibration.ts';
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

/** Whether the market is open on the trading day that ends then. */
export type IsOpenDay = (end: number) => boolean;

/** By the calendar, whatever the working hours: judged at noon of the day. */
export const createIsOpenDay =
  (hours: TradingHours): IsOpenDay =>
  (end) =>
    isMarketOpen({ ...hours, window: null }, (tradingDayStart(end) + end) / 2);

/** Those of the days (newest first) that the first calibration needs; none: they are too few. */
export function listFirstDays(ends: readonly number[], isOpenDay: IsOpenDay): readonly number[] {
  const last = ends.filter(isOpenDay)[minCalibrationDays - 1];
  return last === undefined ? [] : ends.filter((end) => end >= last);
}

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
