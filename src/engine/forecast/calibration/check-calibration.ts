import { durations } from '#domain/market/duration.ts';
import { type MarketSession, marketSessions } from '#domain/market/market-session.ts';
import { addCluster, computeMean, noClusters, computeRobustVariance } from '#domain/statistics/cluster-sums.ts';
import { edgeFrom } from '#domain/signals/edge.ts';
import { usualPayout } from '#domain/signals/stake-rule.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { studentQuantile } from '#domain/statistics/wilson-interval.ts';
import { addStatistics, type CalibrationStatistics, emptyStatistics, getGroups } from './calibration-statistics.ts';
import { estimateFactors, computeFactorTable } from './estimate-factors.ts';
import type { CalibrationFactor } from '#domain/statistics/calibration-factor.ts';
import type { FactorTable } from './calibration.ts';
import { logistic } from './fit-slope.ts';

/**
 * `too_few_days`: nothing can be held out yet. `rejected`: in the days held out, the factors from
 * the days before them state a session significantly worse than the calibration in use.
 */
type CalibrationResult =
  | { readonly kind: 'accepted'; readonly factors: readonly CalibrationFactor[] }
  | { readonly kind: 'too_few_days' }
  | { readonly kind: 'rejected'; readonly session: MarketSession };

/** Held out are the newest week, or a third of fewer days; fewer than three days judge nothing. */
const maxHeldOut = 7;
const minHeldOut = 3;
export const minCalibrationDays = 3 * minHeldOut;

/** `days`: one element for each day with decisions of the model, oldest first. `inUse`: what it would replace. */
export function calibrateFromDays(
  days: readonly CalibrationStatistics[],
  model: string,
  inUse: FactorTable,
): CalibrationResult {
  if (days.length < minCalibrationDays) return { kind: 'too_few_days' };
  const heldOut = days.slice(-Math.min(maxHeldOut, Math.floor(days.length / 3)));
  const before = computeFactorTable(estimateFactors(sumUp(days.slice(0, -heldOut.length))));
  const worse = marketSessions.find((session) =>
    isWorse(toError(heldOut, session, model, before), toError(heldOut, session, model, inUse)),
  );
  if (worse) return { kind: 'rejected', session: worse };
  return { kind: 'accepted', factors: estimateFactors(sumUp(days)) };
}

export function sumUp(days: readonly CalibrationStatistics[]): CalibrationStatistics {
  const sum = emptyStatistics();
  for (const day of days) addStatistics(sum, day);
  return sum;
}

/** Real minus stated probability of a session's forecasts with an edge at the usual payout, and its squared standard error. */
interface StatedError {
  readonly mean: number;
  readonly variance: number;
}

/** Null: hardly any forecast would have had an edge. Days are the independent units. */
function toError(
  days: readonly CalibrationStatistics[],
  session: MarketSession,
  model: string,
  factors: FactorTable,
): StatedError | null {
  const sums = noClusters();
  const edge = percentToLogOdds(edgeFrom(model, usualPayout));
  let independent = 0;
  for (const day of days) {
    let [n, excess] = [0, 0];
    for (const duration of durations) {
      const factor = factors[session][duration];
      for (const { logOdds, count, won } of getGroups(day[session][duration])) {
        if (factor * logOdds < edge) continue;
        const stated = logistic(factor * logOdds);
        n += count;
        excess += won - count * stated;
        independent += count * stated * (1 - stated);
      }
    }
    addCluster(sums, n, excess);
  }
  if (sums.count < minOutcomesForRate || sums.clusters < minHeldOut) return null;
  return {
    mean: computeMean(sums),
    variance: Math.max(computeRobustVariance(sums).variance, independent) / sums.count ** 2,
  };
}

const percentToLogOdds = (passability: number): number => Math.log(passability / (100 - passability));

/** A calibration without signals in a session makes no error there. */
function isWorse(candidate: StatedError | null, inUse: StatedError | null): boolean {
  if (!candidate) return false;
  const none = { mean: 0, variance: 0 };
  const { mean, variance } = inUse ?? none;
  const margin = studentQuantile(maxHeldOut - 1) * Math.sqrt(candidate.variance + variance);
  return Math.abs(candidate.mean) - Math.abs(mean) > margin;
}
