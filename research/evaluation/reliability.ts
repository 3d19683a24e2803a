import { toPassability } from '#domain/market/direction.ts';
import type { Verdicts } from './verdicts.ts';
import { wilsonInterval } from './wilson-interval.ts';

/**
 * Forecasts of similar passability and their outcomes. Percent, except for the count; ties are
 * excluded.
 */
export interface ReliabilityPoint {
  readonly count: number;
  readonly stated: number;
  readonly real: number;
  /** 95 % (Wilson). */
  readonly low: number;
  readonly high: number;
}

/** Group limits by rank of passability: finer towards the highest confidence. */
const ranks = [0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1];

/** From the lowest to the highest confidence. */
export function computeReliability(verdicts: Verdicts): ReliabilityPoint[] {
  const decided = Int32Array.from({ length: verdicts.size }, (_, i) => i).filter((i) => verdicts.outcome(i) !== 0);
  const stated = (i: number): number => toPassability(verdicts.pUp(i));
  const sorted = decided.sort((a, b) => stated(a) - stated(b));
  return ranks.slice(1).flatMap((to, n) => {
    const group = sorted.subarray(Math.floor((ranks[n] as number) * sorted.length), Math.floor(to * sorted.length));
    return getPoint(verdicts, group, stated);
  });
}

function getPoint(verdicts: Verdicts, group: Int32Array, stated: (i: number) => number): ReliabilityPoint[] {
  const won = group.filter((i) => verdicts.pUp(i) >= 0.5 === (verdicts.outcome(i) === 1)).length;
  const interval = wilsonInterval(won, group.length);
  if (!interval) return [];
  const sum = group.reduce((total, i) => total + stated(i), 0);
  return [{ count: group.length, stated: sum / group.length, real: (100 * won) / group.length, ...interval }];
}
