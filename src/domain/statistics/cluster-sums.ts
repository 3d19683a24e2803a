import { minHoursForRate } from './shown-rate.ts';
import { studentQuantile, wilsonInterval } from './wilson-interval.ts';

/**
 * Sums over clustered outcomes: outcomes within a cluster (an hour, a day) may be correlated,
 * clusters are independent. The uncertainty of the mean follows from them. Mutated only by the
 * functions below.
 */
export interface ClusterSums {
  /** Number of outcomes, and the sum of their values. */
  count: number;
  sum: number;
  /**
   * Σ over closed clusters of n², n·x and x², where n is the number of a cluster's outcomes and x
   * the sum of its values.
   */
  nn: number;
  nx: number;
  xx: number;
  clusters: number;
  /** The cluster that outcomes are currently added to. */
  open: { readonly id: number; n: number; x: number } | null;
}

export const noClusters = (): ClusterSums => ({ count: 0, sum: 0, nn: 0, nx: 0, xx: 0, clusters: 0, open: null });

/** Outcomes of a cluster must be added consecutively. `weight`: as how many outcomes it counts. */
export function addToCluster(sums: ClusterSums, id: number, value: number, weight = 1): void {
  if (sums.open?.id !== id) {
    closeCluster(sums);
    sums.open = { id, n: 0, x: 0 };
  }
  if (!sums.open) return;
  sums.open.n += weight;
  sums.open.x += value;
  sums.count += weight;
  sums.sum += value;
}

/** Adds a complete cluster of `n` outcomes whose values sum to `x`. */
export function addCluster(sums: ClusterSums, n: number, x: number): void {
  if (n === 0) return;
  sums.count += n;
  sums.sum += x;
  addSquares(sums, n, x);
}

function closeCluster(sums: ClusterSums): void {
  if (!sums.open) return;
  addSquares(sums, sums.open.n, sums.open.x);
  sums.open = null;
}

function addSquares(sums: ClusterSums, n: number, x: number): void {
  sums.nn += n * n;
  sums.nx += n * x;
  sums.xx += x * x;
  sums.clusters++;
}

/**
 * Adds all of `more` to `sums`, or subtracts it for −1; an open cluster in either counts as a
 * separate cluster.
 */
export function addSums(sums: ClusterSums, more: ClusterSums, by: 1 | -1 = 1): void {
  closeCluster(sums);
  const closed = { ...more, open: more.open && { ...more.open } };
  closeCluster(closed);
  sums.count += by * closed.count;
  sums.sum += by * closed.sum;
  sums.nn += by * closed.nn;
  sums.nx += by * closed.nx;
  sums.xx += by * closed.xx;
  sums.clusters += by * closed.clusters;
}

export const computeMean = ({ count, sum }: ClusterSums): number => sum / count;

/**
 * Sum of squared deviations of the cluster sums from the values expected for their sizes. All
 * clusters must be closed.
 */
const squaredDeviations = (closed: ClusterSums): number => {
  const mean = computeMean(closed);
  return closed.xx - 2 * mean * closed.nx + mean * mean * closed.nn;
};

/**
 * Variance of the sum around its mean, computed from the cluster sums; min: the variance of as many
 * independent wins and losses.
 */
export function varianceOfSum(sums: ClusterSums, winRate: number): number {
  const closed = noClusters();
  addSums(closed, sums);
  return Math.max(squaredDeviations(closed), closed.count * winRate * (1 - winRate));
}

export const countClusters = ({ clusters, open }: ClusterSums): number => clusters + (open ? 1 : 0);

export interface ClusteredInterval {
  readonly low: number;
  readonly high: number;
  /** Number of independent outcomes that would give an interval of this width. */
  readonly effective: number;
}

/**
 * The cluster-robust variance of the sum around its mean, and the number of clusters of equal size
 * with the same weight, (Σn)²/Σn², from which its correction and its degrees of freedom follow (R.
 * Bell and D. McCaffrey, 2002, "Bias reduction in standard errors for linear regression with
 * multi-stage samples").
 */
export function computeRobustVariance(sums: ClusterSums): { readonly variance: number; readonly equal: number } {
  const closed = noClusters();
  addSums(closed, sums);
  const equal = closed.count ** 2 / closed.nn;
  return { variance: (squaredDeviations(closed) * equal) / (equal - 1), equal };
}

/**
 * The 95 % interval of a win rate; null below `minHoursForRate`. Values are 1 for a win and 0 for a
 * loss, or these minus the stated probability: then `unit` is the value that represents 1, and
 * `rate` is the win rate itself. The t quantile replaces z in Wilson's interval.
 */
export function clusteredInterval(
  sums: ClusterSums,
  { rate = computeMean(sums), unit = 1 }: { readonly rate?: number; readonly unit?: number } = {},
): ClusteredInterval | null {
  if (countClusters(sums) < minHoursForRate) return null;
  const { count } = sums;
  const { variance: robust, equal } = computeRobustVariance(sums);
  const independent = count * rate * (1 - rate);
  // Zero, except for rounding, when all clusters are identical: then the variance of independent
  // outcomes is the only estimate left.
  const variance = robust / unit ** 2 < 1e-9 * count ? independent : robust / unit ** 2;
  const effective = independent === 0 ? count : (count * independent) / variance;
  const interval = wilsonInterval(rate * effective, effective, studentQuantile(equal - 1));
  return interval && { ...interval, effective };
}
