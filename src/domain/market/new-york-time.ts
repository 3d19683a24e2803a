import { dayMs, hourMs, minuteMs } from '../time.ts';

const standardOffsetMs = -5 * hourMs;

/** A UTC calendar year with New York's daylight saving time; instants in milliseconds UTC. */
interface Year {
  readonly from: number;
  readonly to: number;
  readonly summerFrom: number;
  readonly summerTo: number;
}

/**
 * Cache of the last year: times arrive in order, so consecutive calls nearly always need the same
 * year.
 */
let latest = yearAround(0);

/**
 * New York's UTC offset at `time`, in milliseconds (negative: west). Computed from the US rule
 * since 2007 (15 U.S.C. 260a): daylight saving time runs from the second Sunday of March to the
 * first Sunday of November, each at 02:00 of the clock before the change.
 */
export function newYorkOffsetMs(time: number): number {
  if (time < latest.from || time >= latest.to) latest = yearAround(time);
  return time >= latest.summerFrom && time < latest.summerTo ? standardOffsetMs + hourMs : standardOffsetMs;
}

function yearAround(time: number): Year {
  const year = new Date(time).getUTCFullYear();
  return {
    from: Date.UTC(year, 0, 1),
    to: Date.UTC(year + 1, 0, 1),
    summerFrom: nthSunday(year, 2, 2) + 2 * hourMs - standardOffsetMs,
    summerTo: nthSunday(year, 10, 1) + 2 * hourMs - standardOffsetMs - hourMs,
  };
}

/** Midnight UTC of the n-th Sunday; `month` counts from 0. */
function nthSunday(year: number, month: number, n: number): number {
  const first = Date.UTC(year, month, 1);
  const daysToSunday = (7 - new Date(first).getUTCDay()) % 7;
  return first + (daysToSunday + 7 * (n - 1)) * dayMs;
}

/** Minutes since New York's midnight, 0 to 1439. */
export const newYorkMinute = (time: number): number =>
  Math.floor(((((time + newYorkOffsetMs(time)) % dayMs) + dayMs) % dayMs) / minuteMs);

/** 0 = Sunday … 6 = Saturday, by New York's calendar. 1 January 1970 was a Thursday. */
export const newYorkWeekday = (time: number): number =>
  (((Math.floor((time + newYorkOffsetMs(time)) / dayMs) + 4) % 7) + 7) % 7;

/**
 * From Friday 17:00 to Sunday 17:00 New York no bank quotes, so feed prices in that period are not
 * market prices.
 */
export function isClosedWeekend(time: number): boolean {
  const weekday = newYorkWeekday(time);
  const afternoon = newYorkMinute(time) >= 17 * 60;
  return weekday === 6 || (weekday === 5 && afternoon) || (weekday === 0 && !afternoon);
}
