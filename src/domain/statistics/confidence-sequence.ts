import { type ClusterSums, computeMean, varianceOfSum } from './cluster-sums.ts';
import type { Interval } from '../signals/model-card.ts';

/**
 * The sequence is narrowest when the variance of the sum has this value: that of a thousand
 * independent outcomes.
 */
const narrowestAt = 250;

/**
 * An interval that holds the true mean at every check, with probability 1 − alpha over all checks
 * together: the asymptotic confidence sequence of I. Waudby-Smith et al. (2021), theorem 2.2, over
 * clusters, by the normal mixture of H. Robbins (1970). `winRate`: used for the variance of
 * independent outcomes.
 */
export function alwaysValidInterval(sums: ClusterSums, winRate: number, alpha: number): Interval {
  const mean = computeMean(sums);
  const radius = boundOfSum(varianceOfSum(sums, winRate), alpha) / sums.count;
  return { low: mean - radius, high: mean + radius };
}

function boundOfSum(variance: number, alpha: number): number {
  const doubled = -2 * Math.log(alpha);
  const rhoSquared = (doubled + Math.log(doubled + 1)) / narrowestAt;
  const grown = variance * rhoSquared + 1;
  return Math.sqrt((2 * grown * Math.log(Math.sqrt(grown) / alpha)) / rhoSquared);
}
