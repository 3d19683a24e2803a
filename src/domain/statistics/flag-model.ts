import {
  addCluster,
  type ClusterSums,
  computeMean,
  countClusters,
  noClusters,
  varianceOfSum,
  clusteredInterval,
} from './cluster-sums.ts';
import type { CardStep, Interval, ModelCard } from '#domain/signals/ai-model.ts';
import { minOutcomesForRate } from './shown-rate.ts';
import type { Outcome } from '#domain/signals/outcome.ts';

/** Real minus stated probability of a step outside the interval of its card; shares of 1. Same shape as in the API. */
export interface ModelFlag {
  /** Start of the step, percent. */
  readonly from: number;
  readonly count: number;
  readonly live: Interval & { readonly value: number };
  readonly card: Interval;
}

/** Of an hour, by the index of the step: won, lost, and the sum of the stated probabilities in hundredths of a percent. */
export type StepCounts = Readonly<Record<number, readonly [won: number, lost: number, stated: number]>>;

/**
 * Max probability that an honest model is ever flagged, over all its steps and any number of
 * checks.
 */
const alpha = 0.05;
/** Min number of hours to estimate the correlation within an hour. */
const minClusters = 24;
const hundredths = 10_000;

/** Compares the hours of a model's file with its card; null: no step significantly deviates. */
export function flagModel(hours: readonly StepCounts[], card: Pick<ModelCard, 'steps'>): ModelFlag | null {
  const flags = card.steps.flatMap((step) => compare(hours, step, alpha / card.steps.length) ?? []);
  return flags.toSorted((a, b) => getDistance(b) - getDistance(a))[0] ?? null;
}

/** Null when there is too little data or both intervals overlap. */
function compare(hours: readonly StepCounts[], { from, low, high }: CardStep, each: number): ModelFlag | null {
  const place = stepStarts.findIndex((start) => start === from);
  const excess: ClusterSums = noClusters();
  let wins = 0;
  for (const hour of hours) {
    const [won, lost, stated] = hour[place] ?? [0, 0, 0];
    addCluster(excess, won + lost, won - stated / hundredths);
    wins += won;
  }
  if (excess.count < minOutcomesForRate || countClusters(excess) < minClusters) return null;
  const live = alwaysValidInterval(excess, wins / excess.count, each);
  if (live.low <= high && live.high >= low) return null;
  const value = computeMean(excess);
  return {
    from,
    count: excess.count,
    live: { value, low: Math.max(-1, live.low), high: Math.min(1, live.high) },
    card: { low, high },
  };
}

/** Distance between the two intervals, in widths of the live one. */
const getDistance = ({ live, card }: ModelFlag): number =>
  (Math.max(live.low, card.low) - Math.min(live.high, card.high)) / (live.high - live.low);

/**
 * The sequence is narrowest when the variance of the sum has this value: that of a thousand
 * independent outcomes.
 */
const narrowestAt = 250;

/**
 * An interval that holds the true mean at every check, with probability 1 − risk over all checks
 * together: the asymptotic confidence sequence of I. Waudby-Smith et al. (2021), theorem 2.2, over
 * clusters, by the normal mixture of H. Robbins (1970). `winRate`: used for the variance of
 * independent outcomes.
 */
function alwaysValidInterval(sums: ClusterSums, winRate: number, risk: number): Interval {
  const mean = computeMean(sums);
  const radius = boundOfSum(varianceOfSum(sums, winRate), risk) / sums.count;
  return { low: mean - radius, high: mean + radius };
}

function boundOfSum(variance: number, risk: number): number {
  const doubled = -2 * Math.log(risk);
  const rhoSquared = (doubled + Math.log(doubled + 1)) / narrowestAt;
  const grown = variance * rhoSquared + 1;
  return Math.sqrt((2 * grown * Math.log(Math.sqrt(grown) / risk)) / rhoSquared);
}

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
