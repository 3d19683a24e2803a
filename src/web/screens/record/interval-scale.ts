import { niceScale } from '../../ui/nice-scale.ts';
import type { Standing } from './standing.ts';

export interface IntervalScale {
  /** Shares of 1 at which a figure is written. */
  readonly ticks: readonly number[];
  /** Of percent, with which all of them are told as they are. */
  readonly decimals: number;
  /** Where a share lies, percent of the width. */
  readonly x: (share: number) => number;
}

/** One scale for all intervals, with the break-even within. */
export function intervalScale(standings: readonly Standing[], breakEven: number): IntervalScale {
  const ends = standings.flatMap(({ interval }) => (interval ? [interval.low, interval.high] : []));
  const around = ends.length === 0 ? [breakEven - 0.05, breakEven + 0.05] : [...ends, breakEven];
  const { from, to, ticks } = niceScale(
    around.map((share) => share * 100),
    6,
  );
  const x = (share: number): number => ((share * 100 - from) / (to - from)) * 100;
  // Where the last one lies a column of other words begins.
  const written = ticks.slice(0, -1);
  return {
    ticks: written.map((tick) => tick / 100),
    decimals: Math.max(...written.map((tick) => String(tick).split('.')[1]?.length ?? 0)),
    x,
  };
}
