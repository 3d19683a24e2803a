import { getOrCreate } from '#domain/objects.ts';
import { tradingDayEnd, tradingDaysBefore } from '#domain/market/trading-hours.ts';
import { minuteMs } from '#domain/time.ts';
import {
  addDecision,
  type CalibrationStatistics,
  emptyStatistics,
} from '#engine/forecast/calibration/calibration-statistics.ts';
import { calibrateFromDays } from '#engine/forecast/calibration/check-calibration.ts';
import { type AppliedCalibration } from '#engine/forecast/calibration/calibration.ts';
import { computeFactorTable } from '#engine/forecast/calibration/estimate-factors.ts';
import type { CalibrationFactor } from '#domain/statistics/calibration-factor.ts';
import { type Forecast, conservativeCalibration } from '#engine/forecast/forecaster.ts';

/** How often a calibration of the days before was accepted, and the newest one. */
export interface CalibrationRuns {
  readonly accepted: number;
  readonly rejected: number;
  readonly tooFewDays: number;
  readonly factors: readonly CalibrationFactor[];
}

/** One model on one feed, calibrated at each rollover from the days before it, as the product does. */
export interface DailyCalibration {
  /** For decisions at `time` (milliseconds UTC, in ascending order). */
  at(time: number): AppliedCalibration;
  /** A forecast as the model file states it, and its outcome; in the order of decisions. */
  add(forecast: Forecast, outcome: number): void;
  runs(): CalibrationRuns;
}

/** `days`: how many days before a day its factors come from. */
export function createDailyCalibration(model: string, days: number): DailyCalibration {
  /** By the start of the trading day. */
  const seen = new Map<number, CalibrationStatistics>();
  const count = { accepted: 0, rejected: 0, too_few_days: 0 };
  let inUse = conservativeCalibration;
  let factors: readonly CalibrationFactor[] = [];
  let today = Number.NaN;

  function begin(day: number): void {
    today = day;
    const oldest = tradingDaysBefore(day, days + 1).at(-1) ?? day;
    for (const past of seen.keys()) if (past < oldest) seen.delete(past);
    const result = calibrateFromDays([...seen.values()], model, inUse.factors);
    count[result.kind] += 1;
    if (result.kind !== 'accepted') return;
    factors = result.factors;
    inUse = { id: `day${day}`, factors: computeFactorTable(factors) };
  }

  return {
    at(time) {
      const day = tradingDayEnd(time);
      if (day !== today) begin(day);
      return inUse;
    },
    add(forecast, outcome) {
      const day = tradingDayEnd(forecast.decidedAt);
      // A price after the rollover is not known at the rollover.
      if (tradingDayEnd(forecast.decidedAt + forecast.duration * minuteMs) !== day) return;
      addDecision(getOrCreate(seen, day, emptyStatistics), forecast, outcome);
    },
    runs: () => ({ accepted: count.accepted, rejected: count.rejected, tooFewDays: count.too_few_days, factors }),
  };
}
