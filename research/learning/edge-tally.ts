import {
  addToCluster,
  type ClusteredInterval,
  clusteredInterval,
  computeMean,
  computeRobustVariance,
  countClusters,
  noClusters,
} from '#domain/statistics/cluster-sums.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { studentQuantile } from '#domain/statistics/wilson-interval.ts';
import { tradingDayEnd } from '#domain/market/trading-day.ts';
import { noOutcome } from '#engine/bar/bar-outcome.ts';
import { toPassability } from '#domain/market/direction.ts';
import { minSignalPassability } from '#engine/forecast/calibration/feed-calibration.ts';

/** Percent, except for the counts. Null: too few decisions with an edge for the figure. */
export interface EdgeFigures {
  readonly decisions: number;
  readonly withEdge: number;
  readonly share: number;
  readonly stated: number | null;
  readonly statedMinusReal: number | null;
  /** Half the width of the 95 % interval of that difference, by trading day. */
  readonly radius: number | null;
  /** Win rate entered one bar later, with its 95 % interval by trading day. */
  readonly later: number | null;
  readonly laterInterval: Pick<ClusteredInterval, 'low' | 'high'> | null;
}

export interface EdgeTally {
  /** In the order of time (milliseconds UTC). Outcomes: −1, 0, 1 or `noOutcome`. */
  add(decidedAt: number, pUp: number, outcome: number, later: number): void;
  figures(): EdgeFigures;
}

/** Decisions with an edge: those that are stated at break-even or above. */
export function createEdgeTally(): EdgeTally {
  let [decisions, withEdge, stated] = [0, 0, 0];
  const errors = noClusters();
  const won = noClusters();

  return {
    add(decidedAt, pUp, outcome, later) {
      decisions += 1;
      const own = toPassability(pUp);
      if (own < minSignalPassability) return;
      withEdge += 1;
      const day = tradingDayEnd(decidedAt);
      if (isDecided(later)) addToCluster(won, day, isWon(pUp, later) ? 1 : 0);
      if (!isDecided(outcome)) return;
      stated += own;
      addToCluster(errors, day, own - (isWon(pUp, outcome) ? 100 : 0));
    },
    figures() {
      const isEnough = errors.count >= minOutcomesForRate && won.count >= minOutcomesForRate;
      const { variance, equal } = isEnough ? computeRobustVariance(errors) : { variance: 0, equal: 0 };
      return {
        decisions,
        withEdge,
        share: (100 * withEdge) / decisions,
        stated: isEnough ? stated / errors.count : null,
        statedMinusReal: isEnough ? computeMean(errors) : null,
        radius:
          countClusters(errors) >= minDays && equal >= minEqualDays
            ? (studentQuantile(equal - 1) * Math.sqrt(variance)) / errors.count
            : null,
        later: isEnough ? 100 * computeMean(won) : null,
        laterInterval: isEnough ? toPercent(clusteredInterval(won)) : null,
      };
    },
  };
}

/** Fewer days, or days of equal weight, leave no usable estimate of the variance. */
const minDays = 20;
const minEqualDays = 4;

const isDecided = (outcome: number): boolean => outcome !== noOutcome && outcome !== 0;
const isWon = (pUp: number, outcome: number): boolean => pUp >= 0.5 === outcome > 0;

const toPercent = (interval: ClusteredInterval | null): EdgeFigures['laterInterval'] =>
  interval && { low: 100 * interval.low, high: 100 * interval.high };
