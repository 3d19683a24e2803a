import type { MarketClock } from '#domain/clock.ts';
import { tradingDaysBefore } from '#domain/market/trading-day.ts';
import { dayMs, minuteMs, secondMs } from '#domain/time.ts';
import { minCalibrationDays } from '#engine/forecast/calibration/check-calibration.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import type { Database } from '#server/database/connection.ts';
import { estimateCallsMs } from '#domain/market/call-window.ts';
import type { CallLimits } from '#server/integrations/market-data/market-data.ts';
import { countSeedCalls } from '#server/live/bar-backfill.ts';
import type { Feed } from '#server/live/market-view.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { CalibrationApi } from './calibration.api.ts';
import { daysToJudge, type IsOpenDay, listFirstDays, listJudgedByAll } from './days-to-judge.ts';
import { countArchivedRows } from './feed-days.repository.ts';

interface EstimateCalibratedAtDependencies {
  readonly db: Database;
  readonly feed: Pick<Feed, 'id' | 'symbols' | 'notOffered'>;
  readonly forecasters: readonly Pick<LocalForecaster, 'key' | 'version'>[];
  readonly record: Pick<RecordApi, 'readCalibrations'>;
  readonly isOpenDay: IsOpenDay;
  readonly callLimits: CallLimits | undefined;
  /** How many trading days count. */
  readonly days: number;
  /** How fast the market's time runs. */
  readonly speed: number;
  readonly clock: MarketClock;
}

/** Measured: an answer of a public feed, and a day that is judged in a thread. */
const callMs = 0.3 * secondMs;
const judgeMs = 2 * secondMs;
const rowsPerDay = dayMs / minuteMs;

/**
 * From the rows of bars that are still missing and the calls that the feed allows. Days are read
 * newest first, and the first calibration needs nine with an open market.
 */
export const createEstimateCalibratedAt =
  (needs: EstimateCalibratedAtDependencies): CalibrationApi['estimateCalibratedAt'] =>
  async () => {
    const { db, feed, record, isOpenDay, callLimits, days, speed, clock } = needs;
    const { symbols } = feed;
    if (feed.notOffered === null || symbols.length === 0) return null;
    const newest = tradingDaysBefore(clock.now(), Math.min(days, 3 * minCalibrationDays));
    const ends = listFirstDays(newest, isOpenDay);
    const oldest = ends.at(-1);
    if (oldest === undefined || (await record.readCalibrations()).size > 0) return null;
    const judged = await listJudgedByAll(needs, new Date(oldest));
    const missing = ends.filter((end) => !judged.has(end));
    // All that was needed has been judged, and it was too little.
    if (missing.length === 0) return null;
    const openDays = [...new Set(missing.flatMap(daysToJudge))].filter(isOpenDay).map((day) => new Date(day));
    const stored = await countArchivedRows(db, feed.id, openDays, symbols);
    const missingRows = openDays.length * symbols.length - stored;
    const readMs = callLimits ? getReadMs(callLimits, missingRows, stored === 0 ? symbols.length : 0) : 0;
    return clock.now() + speed * (readMs + missing.filter(isOpenDay).length * judgeMs);
  };

/** Of `rows` days of a pair; `seeded`: pairs whose newest bars are requested first, at the start. */
function getReadMs({ windows, rowsPerCall }: CallLimits, rows: number, seeded: number): number {
  const seedCalls = seeded * countSeedCalls(rowsPerCall);
  const calls = seedCalls + rows * Math.ceil(rowsPerDay / rowsPerCall);
  return Math.max(estimateCallsMs(windows, 'calibration', calls), calls * callMs);
}

/** Whole minutes from now on, at least one. */
export const minutesUntil = (at: number, now: number, speed: number): number =>
  Math.max(1, Math.round((at - now) / (speed * minuteMs)));
