import type { SignalStats } from '#contract/statistics.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';

/** Mean stated probability, as a share of 1, and how many signals came true; ties are excluded. */
export interface Promised {
  readonly stated: number;
  readonly won: number;
  readonly count: number;
  /** Shares of 1 with the 95 % interval of `real`; null: too few for a rate. */
  readonly rate: PromisedRate | null;
}

export interface PromisedRate {
  readonly real: number;
  readonly low: number;
  readonly high: number;
}

/** Null: no signal was won or lost yet. */
export function promisedIn({ calibration }: Pick<SignalStats, 'calibration'>): Promised | null {
  const count = sumUp(calibration, (bin) => bin.count);
  if (count === 0) return null;
  const won = sumUp(calibration, wonIn);
  return {
    stated: sumUp(calibration, (bin) => bin.stated * bin.count) / count,
    won,
    count,
    rate: computeRate(won, count),
  };
}

export const wonIn = ({ real, count }: Bin): number => Math.round(real * count);

export function computeRate(won: number, count: number): PromisedRate | null {
  const interval = count < minOutcomesForRate ? null : wilsonInterval(won, count);
  return interval && { real: won / count, ...interval };
}

/** Position of the stated rate relative to the interval of the actual one. */
export function getVerdict(stated: number, { low, high }: PromisedRate): 'within' | 'below' | 'above' {
  if (stated > high) return 'below';
  return stated < low ? 'above' : 'within';
}

type Bin = SignalStats['calibration'][number];
const sumUp = (bins: readonly Bin[], of: (bin: Bin) => number): number => bins.reduce((sum, bin) => sum + of(bin), 0);
