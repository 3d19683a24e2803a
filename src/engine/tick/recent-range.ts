import { pipSize } from '#domain/market/currency-pair.ts';
import { minuteMs } from '#domain/time.ts';

/** The mean high-low range of a pair's newest minutes, in price units. */
export type RecentRange = ReturnType<typeof createRecentRange>;

const retainedMinutes = 30;
const minutesNeeded = 5;
/**
 * Default while no range is known: 20 of these are half a percent, about five times the widest
 * ordinary minute of a major.
 */
const unknownRangeShare = 0.00025;
/**
 * In a dead hour a price may not change for minutes: with a range of zero every change would be a
 * jump.
 */
const minRangePips = 0.5;

export function createRecentRange(digits: number) {
  const ranges = new Float64Array(retainedMinutes);
  const min = minRangePips * pipSize(digits);
  let seen = 0;
  let minute = Number.NaN;
  let high = 0;
  let low = 0;

  function addMinute(range: number): void {
    ranges[seen % retainedMinutes] = range;
    seen += 1;
  }

  return {
    addMinute,
    /** Discards the current minute. */
    restart(): void {
      minute = Number.NaN;
    },
    /** Adds an accepted mid price; a minute ends with the first tick of a later one. */
    add(time: number, mid: number): void {
      const of = Math.floor(time / minuteMs);
      if (of !== minute) {
        if (!Number.isNaN(minute)) addMinute(high - low);
        minute = of;
        high = low = mid;
      } else {
        high = Math.max(high, mid);
        low = Math.min(low, mid);
      }
    },
    typical(price: number): number {
      if (seen < minutesNeeded) return unknownRangeShare * price;
      const known = Math.min(seen, retainedMinutes);
      let sum = 0;
      for (let i = 0; i < known; i += 1) sum += ranges[i] ?? 0;
      return Math.max(sum / known, min);
    },
  };
}
