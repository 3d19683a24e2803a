import { niceScale } from '#web/ui/figures/nice-scale.ts';
import type { Standing } from './standing.ts';

export interface IntervalScale {
  /** Shares from 0 to 1 of the labelled ticks. */
  readonly ticks: readonly number[];
  /** Decimals in percent needed to label all of them exactly. */
  readonly decimals: number;
  /** Position of a share, in percent of the width. */
  readonly x: (share: number) => number;
}

/** One scale for all intervals, including the break-even. */
export function intervalScale(standings: readonly Pick<Standing, 'interval'>[], breakEven: number): IntervalScale {
  const ends = standings.flatMap(({ interval }) => (interval ? [interval.low, interval.high] : []));
  const around = ends.length === 0 ? [breakEven - 0.05, breakEven + 0.05] : [...ends, breakEven];
  const { from, to, ticks, decimals } = niceScale(
    around.map((share) => share * 100),
    6,
  );
  const x = (share: number): number => ((share * 100 - from) / (to - from)) * 100;
  // The last label would overlap the next column.
  const written = ticks.slice(0, -1);
  return {
    ticks: written.map((tick) => tick / 100),
    decimals,
    x,
  };
}
