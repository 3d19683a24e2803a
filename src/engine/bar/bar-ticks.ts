import { toPoints } from '#domain/market/currency-pair.ts';
import { minuteMs, secondMs, startOfMinute } from '#domain/time.ts';
import type { QuotedTick } from '#engine/tick/tick.ts';

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

/** Of one pair, in ascending time. `digits`: the pair's precision. */
export function createTickCounter(digits: number) {
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
    /**
     * Of the ticks since the last call. Null for the pair's first minute, which may have been seen only
     * in part.
     */
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
