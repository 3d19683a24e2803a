import type { MarketClock } from '#domain/clock.ts';
import { tradingDaysBefore, tradingDayStart } from '#domain/market/trading-day.ts';
import { isMarketOpen, type TradingHours } from '#domain/market/trading-hours.ts';
import { minuteMs, secondMs } from '#domain/time.ts';
import { minCalibrationDays } from '#engine/forecast/check-calibration.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import type { Database } from '#server/database/connection.ts';
import type { HistoryLimits } from '#server/integrations/market-data/market-data.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { CalibrationApi } from './calibration.api.ts';
import { daysToJudge, listJudgedByAll } from './days-to-judge.ts';
import { countArchivedRows } from './feed-days.repository.ts';
import { getPause } from './history-pause.ts';

interface EstimateCalibratedAtDependencies {
  readonly db: Database;
  readonly feed: { readonly id: string; readonly symbols: readonly string[] };
  readonly forecasters: readonly Pick<LocalForecaster, 'key' | 'version'>[];
  readonly record: Pick<RecordApi, 'readCalibrations'>;
  readonly tradingHours: TradingHours;
  readonly history: HistoryLimits | undefined;
  /** How many trading days count. */
  readonly days: number;
  /** How fast the market's time runs. */
  readonly speed: number;
  readonly clock: MarketClock;
}

/** Measured: a day of a pair is two calls of 1,000 rows at most, and a day is judged in a thread. */
const requestMs = 0.3 * secondMs;
const judgeMs = 2 * secondMs;

/**
 * From the rows of bars that are still missing and the pace at which the history is read. Days are
 * read newest first, and the first calibration needs nine with an open market.
 */
export const createEstimateCalibratedAt =
  (needs: EstimateCalibratedAtDependencies): CalibrationApi['estimateCalibratedAt'] =>
  async () => {
    const { db, feed, record, history, speed, clock } = needs;
    const ends = daysNeeded(needs);
    const oldest = ends.at(-1);
    if (oldest === undefined || (await record.readCalibrations()).size > 0) return null;
    const judged = await listJudgedByAll(needs, new Date(oldest));
    const missing = ends.filter((end) => !judged.has(end));
    // All that was needed has been judged, and it was too little.
    if (missing.length === 0) return null;
    const days = [...new Set(missing.flatMap(daysToJudge))].map((day) => new Date(day));
    const rows = days.length * feed.symbols.length - (await countArchivedRows(db, feed.id, days));
    const pauseMs = getPause(history);
    // A market of our own is computed, not requested.
    const rowMs = pauseMs === 0 ? 0 : pauseMs + requestMs;
    return clock.now() + speed * (rows * rowMs + missing.length * judgeMs);
  };

/** The newest trading days up to the ninth with an open market; none: the history is too short. */
function daysNeeded({ tradingHours, days, clock }: EstimateCalibratedAtDependencies): readonly number[] {
  const newest = tradingDaysBefore(clock.now(), Math.min(days, 3 * minCalibrationDays));
  const hours = { ...tradingHours, window: null };
  const open = newest.filter((end) => isMarketOpen(hours, (tradingDayStart(end) + end) / 2));
  const last = open[minCalibrationDays - 1];
  return last === undefined ? [] : newest.filter((end) => end >= last);
}

/** Whole minutes from now on, at least one. */
export const minutesUntil = (at: number, now: number, speed: number): number =>
  Math.max(1, Math.round((at - now) / (speed * minuteMs)));
