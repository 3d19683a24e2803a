import { newYorkMinute } from './new-york-time.ts';

/**
 * The three parts of the trading day that behave differently, by New York's clock:
 * `rollover` 16:00-20:00 (banks change the date at 17:00, spreads widen), `evening` 20:00-03:00 (Asia), `day` 03:00-16:00
 * (London and New York).
 */
export const tradingSessions = ['day', 'evening', 'rollover'] as const;
export type TradingSession = (typeof tradingSessions)[number];

const dayFrom = 3 * 60;
const rolloverFrom = 16 * 60;
const rolloverTo = 20 * 60;

/** `timeMs`: milliseconds UTC. */
export function sessionAt(timeMs: number): TradingSession {
  const minute = newYorkMinute(timeMs);
  if (minute >= rolloverFrom && minute < rolloverTo) return 'rollover';
  return minute >= dayFrom && minute < rolloverFrom ? 'day' : 'evening';
}

/** The hour before and the three hours after 17:00 New York: a broker may widen its price there, or not quote at all. */
export const isThinHour = (timeMs: number): boolean => sessionAt(timeMs) === 'rollover';
