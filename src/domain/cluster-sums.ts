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

/** `sums` with all of `more`; what is open in either counts as a cluster of its own. */
export function addSums(sums: ClusterSums, more: ClusterSums): void {
  closeCluster(sums);
  const closed = { ...more, open: more.open && { ...more.open } };
  closeCluster(closed);
  sums.count += closed.count;
  sums.sum += closed.sum;
  sums.nn += closed.nn;
  sums.nx += closed.nx;
  sums.xx += closed.xx;
  sums.clusters += closed.clusters;
}

export const meanOf = ({ count, sum }: ClusterSums): number => sum / count;

/**
 * Variance of the sum around its mean: of the clusters' sums, and never less than that of as many independent wins and
 * losses, since being alike can only take from what outcomes tell.
 */
export function varianceOfSum(sums: ClusterSums, winRate: number): number {
  const closed = noClusters();
  addSums(closed, sums);
  const mean = meanOf(closed);
  const between = closed.xx - 2 * mean * closed.nx + mean * mean * closed.nn;
  return Math.max(between, closed.count * winRate * (1 - winRate));
}

/** As how many independent outcomes these tell of a win rate: their values are 1 for a win and 0 for a loss. */
export function effectiveCount(sums: ClusterSums): number {
  const rate = meanOf(sums);
  const independent = sums.count * rate * (1 - rate);
  return independent === 0 ? sums.count : (sums.count * independent) / varianceOfSum(sums, rate);
}

/** The 95 % interval (Wilson) of a win rate, counting as many outcomes as are worth an independent one. */
export function clusteredInterval(sums: ClusterSums): { low: number; high: number } | null {
  if (sums.count === 0) return null;
  const count = effectiveCount(sums);
  return wilsonInterval(meanOf(sums) * count, count);
}
