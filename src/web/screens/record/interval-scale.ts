import { niceScale } from '../../ui/nice-scale.ts';
import type { Standing } from './standing.ts';

export interface IntervalScale {
  /** Shares of 1 at which a figure is written. */
  readonly ticks: readonly number[];
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
  // The break-even has its own words in the middle of them.
  const isClear = (tick: number): boolean => Math.abs(x(tick / 100) - x(breakEven)) > 17;
  return {
    ticks: ticks
      .slice(0, -1)
      .filter(isClear)
      .map((tick) => tick / 100),
    x,
  };
}
