import { stepStarts } from './model-figures.ts';
import { type ClusterSums, countClusters, computeMean } from './cluster-sums.ts';
import { alwaysValidInterval } from './confidence-sequence.ts';
import type { Interval, ModelCard } from '../signals/model-card.ts';
import type { ShadowStep, ShadowTally } from './shadow-tally.ts';
import { minOutcomesForRate } from './shown-rate.ts';

/** A live figure outside the interval of its card; shares of 1. Same shape as in the API. */
export interface ModelFlag {
  readonly figure: 'win_rate' | 'calibration';
  readonly duration: number | null;
  readonly from: number | null;
  readonly count: number;
  readonly live: Interval & { readonly value: number };
  readonly card: Interval | null;
}

/**
 * Max probability that an honest model is ever flagged, over all its figures and any number of
 * checks.
 */
const alpha = 0.05;
/** Min number of hours to estimate the correlation within an hour. */
const minClusters = 24;

/**
 * Compares the live figures of one version with its card and returns the most significant
 * deviation; null: none.
 */
export function flagModel(shadow: ShadowTally | undefined, card: ModelCard | null): ModelFlag | null {
  if (!shadow || !card) return null;
  const each = alpha / (card.signals.length + card.steps.length);
  const flags = [
    ...card.signals.flatMap((one) => {
      const wins = shadow.winsByDuration[one.duration];
      const rate = computeMean(wins);
      const held = { figure: 'win_rate' as const, duration: one.duration, from: null, card: one, unit: 1 };
      return compare(wins, rate, each, held) ?? [];
    }),
    ...card.steps.flatMap((one) => {
      const step = shadow.steps[stepStarts.findIndex((from) => from === one.from)];
      const held = { figure: 'calibration' as const, duration: null, from: one.from, card: one, unit: hundredths };
      return step ? (compare(step.excess, computeRate(step), each, held) ?? []) : [];
    }),
  ];
  return flags.toSorted((a, b) => getDistance(b) - getDistance(a))[0] ?? null;
}

const hundredths = 10_000;
const computeRate = ({ won, lost }: ShadowStep): number => won / (won + lost);

type Held = Pick<ModelFlag, 'figure' | 'duration' | 'from'> & { readonly card: Interval; readonly unit: number };

/**
 * Null when there is too little data or both intervals overlap. `unit`: the value that represents 1
 * in the sums.
 */
function compare(sums: ClusterSums, rate: number, each: number, { card, unit, ...of }: Held): ModelFlag | null {
  if (sums.count < minOutcomesForRate || countClusters(sums) < minClusters) return null;
  const { low, high } = alwaysValidInterval(scaledSums(sums, 1 / unit), rate, each);
  if (low <= card.high && high >= card.low) return null;
  const live = { value: computeMean(sums) / unit, low: Math.max(-1, low), high: Math.min(1, high) };
  return { ...of, count: sums.count, live, card: { low: card.low, high: card.high } };
}

/** The same sums with all values multiplied by `by`. */
export const scaledSums = (sums: ClusterSums, by: number): ClusterSums => ({
  ...sums,
  sum: sums.sum * by,
  nx: sums.nx * by,
  xx: sums.xx * by * by,
  open: sums.open && { ...sums.open, x: sums.open.x * by },
});

/** Distance between the two intervals, in widths of the live one. */
const getDistance = ({ live, card }: ModelFlag): number =>
  (Math.max(live.low, card?.low ?? 0) - Math.min(live.high, card?.high ?? 0)) / (live.high - live.low);
