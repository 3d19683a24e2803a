import { dayMs, hourMs } from '../time.ts';
import { newYorkOffsetMs } from './new-york-time.ts';

/** 17:00 New York: the value date changes, and the trading day ends. */
const rolloverMs = 17 * hourMs;

/** The newest end of a trading day at or before `time`; milliseconds UTC. */
export function tradingDayEnd(time: number): number {
  const offset = newYorkOffsetMs(time);
  const wall = Math.floor((time + offset - rolloverMs) / dayMs) * dayMs + rolloverMs;
  // The clocks of New York change at 02:00, hours away from the rollover.
  return wall - newYorkOffsetMs(wall - offset);
}

/** The start of the trading day that ends then. */
export const tradingDayStart = (end: number): number => tradingDayEnd(end - 1);

/** The ends of the last `count` trading days before `time`, newest first. */
export function tradingDaysBefore(time: number, count: number): number[] {
  const days: number[] = [];
  for (let end = tradingDayEnd(time); days.length < count; end = tradingDayStart(end)) days.push(end);
  return days;
}
