import { dayOf } from '../statistics/day-sums.ts';
import { dayMs, minuteMs } from '../time.ts';

/** Time for the last forecasts of a day to be settled: the longest takes ten minutes. */
const settledAfterMs = 15 * minuteMs;

/** The newest UTC day whose forecasts have all been settled, in days since 1970. */
export const newestClosedDay = (now: number): number => dayOf(now - settledAfterMs) - 1;

/** `2026-11-21` */
export const dateOfDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

export const dayOfDate = (date: string): number => dayOf(Date.parse(date));
