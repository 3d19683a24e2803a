import { tradingDaysBefore, tradingDayStart } from '#domain/market/trading-day.ts';
import { isMarketOpen, type TradingHours } from '#domain/market/trading-hours.ts';
import { minCalibrationDays } from '#engine/forecast/calibration/check-calibration.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import type { Database } from '#server/database/connection.ts';
import { insertStatistics, listJudgedDays } from './calibration-days.repository.ts';
import { type Judging, warmUpDays, type WrittenStatistics } from './calibration.api.ts';
import { listFeedDays } from './feed-days.repository.ts';

/** Stores what came of each model's forecasts on the trading day that ends then. */
export type JudgeDay = (end: number, judging: Judging) => Promise<void>;

interface JudgeDayDependencies {
  readonly db: Database;
  readonly feed: { readonly id: string; readonly symbols: readonly string[] };
  readonly forecasters: readonly Pick<LocalForecaster, 'key' | 'version'>[];
}

export const createJudgeDay =
  ({ db, feed, forecasters }: JudgeDayDependencies): JudgeDay =>
  async (end, judging) => {
    const first = daysToJudge(end).at(-1) ?? end;
    const rows = await listFeedDays(db, feed.id, new Date(first), new Date(end));
    const bars = new Map(
      feed.symbols.map((symbol) => [symbol, rows.filter((row) => row.symbol === symbol).map((row) => row.bars)]),
    );
    const written = await judging.judge({ bars, from: tradingDayStart(end), to: end });
    await insertJudged({ db, feed, forecasters }, end, written);
  };

export const insertJudged = (
  { db, feed, forecasters }: JudgeDayDependencies,
  end: number,
  written: WrittenStatistics,
): Promise<void> =>
  insertStatistics(
    db,
    forecasters.flatMap(({ key: model, version }) => {
      const statistics = written.get(model);
      return statistics === undefined ? [] : [{ feed: feed.id, model, version, day: new Date(end), statistics }];
    }),
  );

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
