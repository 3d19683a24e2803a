import type { SignalStats } from '#contract/statistics.ts';
import { wilsonInterval } from '#domain/wilson-interval.ts';

/** What was stated on average and what came true, shares of 1, ties out. */
export interface Promised {
  readonly stated: number;
  readonly real: number;
  /** The 95 % interval of `real`. */
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

/** Null: nothing was won or lost yet. */
export function promisedIn({ calibration }: Pick<SignalStats, 'calibration'>): Promised | null {
  const count = sumOf(calibration, (bin) => bin.count);
  const won = sumOf(calibration, (bin) => Math.round(bin.real * bin.count));
  const interval = wilsonInterval(won, count);
  return (
    interval && {
      stated: sumOf(calibration, (bin) => bin.stated * bin.count) / count,
      real: won / count,
      ...interval,
      count,
    }
  );
}

/** Where the promise lies of what came true. */
export function verdictOf({ stated, low, high }: Promised): 'within' | 'below' | 'above' {
  if (stated > high) return 'below';
  return stated < low ? 'above' : 'within';
}

type Bin = SignalStats['calibration'][number];
const sumOf = (bins: readonly Bin[], of: (bin: Bin) => number): number => bins.reduce((sum, bin) => sum + of(bin), 0);
