/**
 * What a day of the record shows, each with a trading tip of its own. In the order in which they
 * are tried.
 */
export const dayLessons = ['losing_run', 'surest_lost', 'few', 'below', 'above', 'unproven'] as const;
export type DayLesson = (typeof dayLessons)[number];

export interface DayFacts {
  /** Longest run of consecutive losses among the issued signals. */
  readonly longestLosses: number;
  /** Highest passability that won and that lost, in percent; null: nothing did. */
  readonly bestWon: number | null;
  readonly bestLost: number | null;
  /** The 95 % interval of each win rate of the day that may be shown. */
  readonly intervals: readonly { readonly low: number; readonly high: number }[];
  readonly breakEven: number;
}

/** As the tip about doubling stakes counts them. */
const longRun = 4;

/** The lesson of a day: a pure function of its figures, the same for every reader. */
export function computeLesson({ longestLosses, bestWon, bestLost, intervals, breakEven }: DayFacts): DayLesson {
  if (longestLosses >= longRun) return 'losing_run';
  if (bestLost !== null && bestLost >= (bestWon ?? 0)) return 'surest_lost';
  if (intervals.length === 0) return 'few';
  if (intervals.every(({ high }) => high < breakEven)) return 'below';
  return intervals.some(({ low }) => low > breakEven) ? 'above' : 'unproven';
}
