import { minuteMs } from '../time.ts';
import { newYorkMinute } from './new-york-time.ts';

/**
 * Market sessions by New York time: `rollover` 16:00-20:00 (value date changes at 17:00, spreads
 * widen), `evening` 20:00-03:00 (Asia), `day` 03:00-16:00 (London and New York).
 */
export const marketSessions = ['day', 'evening', 'rollover'] as const;
export type MarketSession = (typeof marketSessions)[number];

const dayFrom = 3 * 60;
const rolloverFrom = 16 * 60;
const rolloverTo = 20 * 60;

/** `timeMs`: milliseconds UTC. */
export function marketSessionAt(timeMs: number): MarketSession {
  const minute = newYorkMinute(timeMs);
  if (minute >= rolloverFrom && minute < rolloverTo) return 'rollover';
  return minute >= dayFrom && minute < rolloverFrom ? 'day' : 'evening';
}

/**
 * The hour before and the three hours after 17:00 New York, when a broker may widen its price or
 * not quote at all.
 */
export const isThinHour = (timeMs: number): boolean => marketSessionAt(timeMs) === 'rollover';

/** The first full minute at or after `timeMs` that is not in the thin hours; milliseconds UTC. */
export function thinHoursEnd(timeMs: number): number {
  let minute = Math.ceil(timeMs / minuteMs) * minuteMs;
  while (isThinHour(minute)) minute += minuteMs;
  return minute;
}
