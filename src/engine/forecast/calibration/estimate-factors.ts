import { conservativeCalibration } from '#engine/forecast/forecaster.ts';
import { durations } from '#domain/market/duration.ts';
import { marketSessions } from '#domain/market/market-session.ts';
import type { CalibrationFactor } from '#domain/statistics/calibration-factor.ts';
import { countClusters, computeRobustVariance } from '#domain/statistics/cluster-sums.ts';
import { minHoursForRate } from '#domain/statistics/shown-rate.ts';
import { studentQuantile } from '#domain/statistics/wilson-interval.ts';
import {
  bySessionAndDuration,
  type CalibrationStatistics,
  getGroups,
  type StatedOutcomes,
} from './calibration-statistics.ts';
import { type FactorTable } from './calibration.ts';
import { fitSlope, logistic, type SlopeGroup } from './fit-slope.ts';

/**
 * The file's own probability is factor 1. It weighs as much as an estimate with this standard
 * error: below 1 about the spread of the factors of feeds that were looked at; above 1 less, because
 * a factor that is too high states too much, and just then lets more signals through.
 */
const computePriorError = (slope: number): number => (slope > 1 ? 0.25 : 0.5);
/** An estimate that is less certain than this is no estimate yet. */
const maxError = 0.25;
/** The highest factor of any feed was 1.3; a higher estimate has another cause than the calibration. */
const highestFactor = 3;
/** Only keeps Newton's method finite where no forecast came true, or each. */
const searched = { lowest: -20, highest: 20 };

/**
 * One factor for each market session and duration of which enough was seen: the maximum-likelihood
 * slope of the stated log-odds, shrunk towards 1 by how little was seen. Outcomes of an hour are
 * correlated, because pairs share currencies and durations overlap, so the variance is that between
 * the hours (a sandwich estimate with the correction of Bell and McCaffrey, 2002). Rounded to thousandths,
 * which is what is recorded and used.
 */
export const estimateFactors = (statistics: CalibrationStatistics): CalibrationFactor[] =>
  marketSessions.flatMap((session) =>
    durations.flatMap((duration) => {
      const estimate = estimateFactor(statistics[session][duration]);
      return estimate ? [{ session, duration, ...estimate }] : [];
    }),
  );

/** Where nothing is estimated, the conservative factor holds. */
export function computeFactorTable(estimated: readonly CalibrationFactor[]): FactorTable {
  const own = new Map(estimated.map((one) => [`${one.session} ${one.duration}`, one.factor]));
  return bySessionAndDuration(
    (session, duration) => own.get(`${session} ${duration}`) ?? conservativeCalibration.factors[session][duration],
  );
}

function estimateFactor(outcomes: StatedOutcomes): Pick<CalibrationFactor, 'factor' | 'low' | 'high'> | null {
  if (countClusters(outcomes.hours) < minHoursForRate) return null;
  const groups = getGroups(outcomes);
  const slope = fitSlope(groups, { mean: 0, precision: 0 }, searched);
  const information = informationAt(slope, groups);
  const { variance: ofScore, equal } = computeRobustVariance(outcomes.hours);
  // Never below the variance of independent outcomes.
  const variance = Math.max(ofScore, information) / information ** 2;
  if (!(variance <= maxError ** 2)) return null;
  const ofFile = 1 / computePriorError(slope) ** 2;
  const precision = 1 / variance + ofFile;
  const factor = (slope / variance + ofFile) / precision;
  const radius = studentQuantile(equal - 1) / Math.sqrt(precision);
  return { factor: bounded(factor), low: bounded(factor - radius), high: bounded(factor + radius) };
}

/** Of independent outcomes, about the slope. */
function informationAt(slope: number, groups: readonly SlopeGroup[]): number {
  return groups.reduce((sum, { logOdds: x, count }) => {
    const expected = logistic(slope * x);
    return sum + x * x * count * expected * (1 - expected);
  }, 0);
}

const bounded = (factor: number): number => Math.round(1_000 * Math.min(highestFactor, Math.max(0, factor))) / 1_000;
