import { computeMid, roundPrice } from '#domain/market/currency-pair.ts';
import { startOfMinute } from '#domain/time.ts';
import type { Tick } from '#engine/tick/tick.ts';
import { type BarTicks, createTickCounter } from './bar-ticks.ts';

/** One minute of mid prices. `time`: the minute's start, milliseconds UTC, a multiple of 60,000. */
export interface Bar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** A bar that was built from ticks. `ticks`: null as in bar-ticks.ts. */
export interface BuiltBar extends Bar {
  readonly ticks: BarTicks | null;
}

/**
 * One-minute bars of one pair's mid price, from accepted ticks in ascending time. `digits`: the
 * pair's precision, to which every price of a bar is rounded. A minute without ticks yields no bar.
 */
export function createBarBuilder(digits: number) {
  const counter = createTickCounter(digits);
  let forming: Bar | null = null;
  /** Minutes before this have ended for good: a later tick cannot reopen them. */
  let openFrom = Number.NEGATIVE_INFINITY;

  function closeUntil(time: number): BuiltBar | null {
    openFrom = Math.max(openFrom, startOfMinute(time));
    if (!forming || forming.time >= openFrom) return null;
    const closed = { ...forming, ticks: counter.take() };
    forming = null;
    return closed;
  }

  function startAt(time: number): void {
    openFrom = startOfMinute(time);
    forming = null;
    counter.take();
  }

  function add(tick: Tick): BuiltBar | null {
    const minute = startOfMinute(tick.time);
    if (minute < openFrom) return null;
    const closed = closeUntil(minute);
    counter.add(tick);
    const mid = roundPrice(computeMid(tick.bid, tick.ask), digits);
    forming = forming ? extended(forming, mid) : { time: minute, open: mid, high: mid, low: mid, close: mid };
    return closed;
  }

  return {
    /** The bar closed by this tick, when the tick belongs to a later minute; otherwise null. */
    add,
    /**
     * Declares every minute before `time` (milliseconds UTC) ended and returns the bar closed by
     * that, or null.
     */
    closeUntil,
    /** Builds bars from this minute on (milliseconds UTC), whatever was closed until now. */
    startAt,
  };
}

const extended = (bar: Bar, mid: number): Bar => ({
  time: bar.time,
  open: bar.open,
  high: Math.max(bar.high, mid),
  low: Math.min(bar.low, mid),
  close: mid,
});
