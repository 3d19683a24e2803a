import { computeMid, roundPrice, toPoints } from '#domain/market/currency-pair.ts';
import { minuteMs, secondMs, startOfMinute } from '#domain/time.ts';
import type { QuotedTick, Tick } from '#engine/tick/tick.ts';

/** One minute of mid prices. `time`: the minute's start, milliseconds UTC, a multiple of 60,000. */
export interface Bar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/**
 * What the ticks of a minute say beyond its bar, by the feed's own time. A point is one unit of the
 * last decimal place of the pair's price.
 *
 * - `spread`: mean of ask − bid, in points to 0.1, of the ticks with ask > bid; null: there is none, as
 *   on a feed with one price.
 * - `count`: the ticks that the bar was built from, at most one an instant: a feed with times in whole
 *   seconds has 60 at most.
 * - `signed5`, `signed15`, `signed60`: of the ticks in the last 5, 15 and 60 seconds of the minute, those
 *   whose mid is above the pair's tick before, less those below; that tick may be of an earlier minute.
 * - `quiet`: seconds from the last tick to the end of the minute, to 0.1.
 */
export type BarTicks = readonly [
  spread: number | null,
  count: number,
  signed5: number,
  signed15: number,
  signed60: number,
  quiet: number,
];

/** A bar that was built from ticks. `ticks`: null for the pair's first minute, which may have been seen only in part. */
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

/** Counts the ticks of one pair, in ascending time. `digits`: the pair's precision. */
function createTickCounter(digits: number) {
  /** Bid and ask of the newest tick added up, in tenths of a point: means of binary prices are not exact. */
  let before: number | null = null;
  let minute = newMinute(false);

  return {
    add({ time, bid, ask }: QuotedTick): void {
      const sum = toPoints(bid + ask, digits + 1);
      if (minute.count === 0) minute = newMinute(before !== null);
      const sign = before === null ? 0 : Math.sign(sum - before);
      const quietMs = startOfMinute(time) + minuteMs - time;
      before = sum;
      minute.count += 1;
      minute.quietMs = quietMs;
      minute.signed60 += sign;
      if (quietMs <= 15 * secondMs) minute.signed15 += sign;
      if (quietMs <= 5 * secondMs) minute.signed5 += sign;
      if (ask > bid) {
        minute.spreads += 1;
        minute.spreadSum += ask - bid;
      }
    },
    /** Counts the ticks since the last call. */
    take(): BarTicks | null {
      const { isWhole, count, spreads, spreadSum, signed5, signed15, signed60, quietMs } = minute;
      minute = newMinute(false);
      if (!isWhole) return null;
      const spread = spreads === 0 ? null : toTenths((spreadSum / spreads) * 10 ** digits);
      return [spread, count, signed5, signed15, signed60, toTenths(quietMs / secondMs)];
    },
  };
}

const newMinute = (isWhole: boolean) => ({
  isWhole,
  count: 0,
  spreads: 0,
  spreadSum: 0,
  signed5: 0,
  signed15: 0,
  signed60: 0,
  quietMs: 0,
});

const toTenths = (value: number): number => Math.round(10 * value) / 10;
