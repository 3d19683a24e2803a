import { getOrCreate, mapKeys } from '#domain/objects.ts';
import type { MonthCoverage } from '#contract/record/views.ts';
import { type Gap, type GapReason, gapReasons } from '#domain/record/gaps.ts';
import { dateOfDay, dayMs, getDay, minuteMs } from '#domain/time.ts';

/** The minutes of each UTC month that are settled, and those without forecasts, by reason. */
export type MonthMinutes = Pick<MonthCoverage, 'gaps' | 'minutes'>;

/** Counts them by market. Instants in milliseconds UTC. */
export type CoverageCount = ReturnType<typeof createCoverageCount>;

export const getMonth = (at: number): string => dateOfDay(getDay(at)).slice(0, 7);

export function createCoverageCount() {
  const feeds = new Map<string, Map<string, { minutes: number; readonly gaps: Record<GapReason, number> }>>();
  const monthAt = (feed: string, at: number) => {
    const months = getOrCreate(feeds, feed, () => new Map());
    return getOrCreate(months, getMonth(at), () => ({ minutes: 0, gaps: mapKeys(gapReasons, () => 0) }));
  };
  return {
    /** A minute was settled that was stated then. */
    settled: (feed: string, statedAt: number): void => {
      monthAt(feed, statedAt).minutes++;
    },
    gap: (feed: string, { from, to, reason }: Gap): void => {
      // No day lies in two months.
      for (let start = from; start < to; start = (getDay(start) + 1) * dayMs) {
        const end = Math.min(to, (getDay(start) + 1) * dayMs);
        monthAt(feed, start).gaps[reason] += (end - start) / minuteMs;
      }
    },
    /** By month, `2026-11`. */
    months: (feed: string): ReadonlyMap<string, MonthMinutes> =>
      new Map([...(feeds.get(feed) ?? [])].map(([month, own]) => [month, { ...own, gaps: { ...own.gaps } }])),
  };
}
