import { dayMs, getDay, minuteMs } from '../time.ts';

/** Time for the last forecasts of a day to be settled: the longest takes ten minutes. */
const settledAfterMs = 15 * minuteMs;

/** The newest UTC day whose forecasts have all been settled, in days since 1970. */
export const newestClosedDay = (now: number): number => getDay(now - settledAfterMs) - 1;

/** The Monday of the newest week whose seven days are closed, in days since 1970. */
export function newestClosedWeek(now: number): number {
  const day = newestClosedDay(now);
  // Day 3 was the first Sunday.
  return day - ((day + 4) % 7) - 6;
}

/** `2026-11-21` */
export const dateOfDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

export const dayOfDate = (date: string): number => getDay(Date.parse(date));
