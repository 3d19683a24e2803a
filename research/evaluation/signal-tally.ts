import {
  addToCluster,
  countClusters,
  type ClusterSums,
  computeMean,
  noClusters,
  computeRobustVariance,
} from '#domain/statistics/cluster-sums.ts';
import { minHoursForRate, minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { studentQuantile } from '#domain/statistics/wilson-interval.ts';
import { getHour } from '#domain/time.ts';
import { toPassability } from '#domain/market/direction.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { noOutcome } from '#engine/bar/bar-outcome.ts';

/** Results of signals, in percent except for the count. Ties are in the count only. */
export interface SignalFigures {
  readonly n: number;
  /** Null without a decided signal. */
  readonly stated: number | null;
  readonly real: number | null;
  readonly statedMinusReal: number | null;
  /** 95 % interval of that difference; null: too few signals or hours for a rate. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Win rate of the same signals entered and closed one bar later. */
  readonly realLater: number | null;
}

/** Outcomes are −1 down, 0 a tie, 1 up, or `noOutcome`. */
export interface SignalTally {
  /** In the order of decisions. `later`: the outcome of an entry one bar later. */
  add(signal: Pick<Forecast, 'pUp' | 'decidedAt'>, outcome: number, later: number): void;
  figures(): SignalFigures;
}

export function createSignalTally(): SignalTally {
  let [n, stated, independent, wonLater, decidedLater] = [0, 0, 0, 0, 0];
  /** Stated minus real by hour: pairs share currencies and durations overlap. */
  const errors = noClusters();

  return {
    add({ pUp, decidedAt }, outcome, later) {
      n += 1;
      const own = toPassability(pUp);
      if (isDecided(later)) {
        decidedLater += 1;
        if (isWon(pUp, later)) wonLater += 1;
      }
      if (!isDecided(outcome)) return;
      stated += own;
      independent += own * (100 - own);
      addToCluster(errors, getHour(decidedAt), own - (isWon(pUp, outcome) ? 100 : 0));
    },
    figures() {
      const { count, sum } = errors;
      const realLater = decidedLater === 0 ? null : (100 * wonLater) / decidedLater;
      if (count === 0) return { n, stated: null, real: null, statedMinusReal: null, interval: null, realLater };
      const real = (stated - sum) / count;
      return {
        n,
        stated: stated / count,
        real,
        statedMinusReal: sum / count,
        interval: computeInterval(errors, independent),
        realLater,
      };
    },
  };
}

const isDecided = (outcome: number): boolean => outcome !== noOutcome && outcome !== 0;
const isWon = (pUp: number, outcome: number): boolean => pUp >= 0.5 === outcome > 0;

/** Fewer hours of equal weight than this leave Student's t without a usable quantile. */
const minEqualHours = 4;

/** The interval of the mean, never narrower than that of independent outcomes. */
function computeInterval(errors: ClusterSums, independent: number): SignalFigures['interval'] {
  if (errors.count < minOutcomesForRate || countClusters(errors) < minHoursForRate) return null;
  const { variance, equal } = computeRobustVariance(errors);
  if (equal < minEqualHours) return null;
  const radius = (studentQuantile(equal - 1) * Math.sqrt(Math.max(variance, independent))) / errors.count;
  return { low: computeMean(errors) - radius, high: computeMean(errors) + radius };
}
