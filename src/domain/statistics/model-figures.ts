import { clusteredInterval, type ClusterSums } from './cluster-sums.ts';
import type { Outcome } from '../signals/outcome.ts';
import { minOutcomesForRate } from './shown-rate.ts';

/**
 * Start of each step of stated probability, percent: finer where models state most. The last step
 * is unbounded.
 */
export const stepStarts = [50, 52, 54, 56, 58, 60, 65, 70, 80] as const;

/** Index of the step that contains a stated probability, percent. */
export const getStep = (passability: number): number => stepStarts.findLastIndex((start) => passability >= start);

interface CountedFigures extends Readonly<Record<Outcome, number>> {
  readonly total: number;
  readonly winRate: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** `wins`: 1 for each win and 0 for each loss, by the hour. The rate is null for too few of either. */
export function computeCountedFigures({
  counts,
  wins,
}: {
  readonly counts: Readonly<Record<Outcome, number>>;
  readonly wins: ClusterSums;
}): CountedFigures {
  const { successful, neutral, unsuccessful } = counts;
  const total = successful + neutral + unsuccessful;
  const interval = total >= minOutcomesForRate ? clusteredInterval(wins) : null;
  if (!interval) return { total, ...counts, winRate: null, low: null, high: null };
  const { low, high } = interval;
  return { total, ...counts, winRate: successful / (successful + unsuccessful), low, high };
}
