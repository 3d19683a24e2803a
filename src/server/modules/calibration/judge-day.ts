import { tradingDayStart } from '#domain/market/trading-day.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import type { Database } from '#server/database/connection.ts';
import { insertStatistics } from './calibration-days.repository.ts';
import type { Judging, WrittenStatistics } from './calibration.api.ts';
import { daysToJudge } from './days-to-judge.ts';
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
