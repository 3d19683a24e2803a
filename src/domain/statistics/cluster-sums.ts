import { minHoursForRate } from './shown-rate.ts';
import { studentQuantile } from './student-quantile.ts';
import { wilsonInterval } from './wilson-interval.ts';

/**
 * Sums over outcomes that come in clusters: what happens within one (an hour, a day) may move together, clusters do not.
 * From them follows how surely the mean is known. Only ever changed by the functions below.
 */
export interface ClusterSums {
  /** How many outcomes, and the sum of their values. */
  count: number;
  sum: number;
  /** Σ over closed clusters of n², n·x and x², n being a cluster's outcomes and x the sum of its values. */
  nn: number;
  nx: number;
  xx: number;
  clusters: number;
  /** The cluster that outcomes are being added to. */
  open: { readonly id: number; n: number; x: number } | null;
}

export const noClusters = (): ClusterSums => ({ count: 0, sum: 0, nn: 0, nx: 0, xx: 0, clusters: 0, open: null });

/** Outcomes of a cluster come one after another. */
export function addToCluster(sums: ClusterSums, id: number, value: number): void {
  if (sums.open?.id !== id) {
    closeCluster(sums);
    sums.open = { id, n: 0, x: 0 };
  }
  if (!sums.open) return;
  sums.open.n++;
  sums.open.x += value;
  sums.count++;
  sums.sum += value;
}

/** A whole cluster of `n` outcomes whose values sum up to `x`. */
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

/** `sums` with all of `more`, or for −1 without it; what is open in either counts as a cluster of its own. */
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

export const meanOf = ({ count, sum }: ClusterSums): number => sum / count;

/** Of the clusters' sums from what their sizes lead one to expect. All clusters are closed. */
const squaredDeviations = (closed: ClusterSums): number => {
  const mean = meanOf(closed);
  return closed.xx - 2 * mean * closed.nx + mean * mean * closed.nn;
};

/** Variance of the sum around its mean: of the clusters' sums, at least that of as many independent wins and losses. */
export function varianceOfSum(sums: ClusterSums, winRate: number): number {
  const closed = noClusters();
  addSums(closed, sums);
  return Math.max(squaredDeviations(closed), closed.count * winRate * (1 - winRate));
}

export const clustersOf = ({ clusters, open }: ClusterSums): number => clusters + (open ? 1 : 0);

export interface ClusteredInterval {
  readonly low: number;
  readonly high: number;
  /** How many independent outcomes would give an interval of this width. */
  readonly effective: number;
}

/**
 * The 95 % interval of a win rate; null below `minHoursForRate`. Values are 1 for a win and 0 for a loss, or what is left of
 * them when what was stated is taken away: `unit` then stands for 1, and `rate` is the win rate itself. The
 * cluster-robust variance and its degrees of freedom are corrected as by R. Bell and D. McCaffrey (2002, "Bias reduction in
 * standard errors for linear regression with multi-stage samples"): for a mean both follow from the number of clusters of
 * equal size that weigh the same, (Σn)²/Σn². The t quantile then takes the place of z in Wilson's interval.
 */
export function clusteredInterval(
  sums: ClusterSums,
  { rate = meanOf(sums), unit = 1 }: { readonly rate?: number; readonly unit?: number } = {},
): ClusteredInterval | null {
  if (clustersOf(sums) < minHoursForRate) return null;
  const closed = noClusters();
  addSums(closed, sums);
  const { count, nn } = closed;
  const equal = count ** 2 / nn;
  const independent = count * rate * (1 - rate);
  const deviations = squaredDeviations(closed) / unit ** 2;
  // None, but for rounding, where all clusters are alike: then only independence is left to assume.
  const variance = deviations < 1e-9 * count ? independent : (deviations * equal) / (equal - 1);
  const effective = independent === 0 ? count : (count * independent) / variance;
  const interval = wilsonInterval(rate * effective, effective, studentQuantile(equal - 1));
  return interval && { ...interval, effective };
}
