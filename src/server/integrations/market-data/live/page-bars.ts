import { minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar.ts';

/** One page: the newest bars that start before this instant (milliseconds UTC), at most so many, oldest first. */
export type FetchBarsBefore = (before: number, rows: number) => Promise<Bar[]>;

interface WantedBars {
  readonly until: number;
  readonly count: number;
  /** What is older is not needed. */
  readonly from: number;
  readonly maxRows: number;
}

/**
 * The last `count` closed bars that end at or before `until` (milliseconds UTC), oldest first, in
 * pages of at most `maxRows`, newest page first, until `from` is reached or nothing older is
 * returned. Minutes without a tick have no bar.
 */
export async function pageBars(
  fetchBefore: FetchBarsBefore,
  { until, count, from, maxRows }: WantedBars,
): Promise<Bar[]> {
  let bars: Bar[] = [];
  let before = until;
  while (bars.length < count && (bars.length === 0 || before > from)) {
    // One more than is missing: the newest row may be the minute that is still forming.
    const page = await fetchBefore(before, Math.min(maxRows, count - bars.length + 1));
    const older = page.filter((bar) => bar.time + minuteMs <= until && bar.time < before);
    const earliest = older[0];
    if (!earliest) break;
    bars = [...older, ...bars];
    before = earliest.time;
  }
  return count > 0 ? bars.slice(-count) : [];
}
