import { roundPrice } from '#domain/market/price.ts';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar.ts';
import type { QuotedTick } from '#engine/tick/tick.ts';

/**
 * 24 ticks per minute, never 5 s apart: entry and closing prices must not be older than that
 * (limits), and a bar does not tell when within its minute a price occurred.
 */
const ticksPerBar = 24;
const tickSpacingMs = minuteMs / ticksPerBar;
const lastTickMs = 59_750;
/**
 * Two small primes: ticks and extremes fall at another position in each minute, and at the same
 * position in each replay.
 */
const [tickStride, minuteStride] = [311, 7];

/**
 * Expands a bar into ticks of its mid price: open first, then the extreme on the way (low before
 * high in a rising minute, high before low in a falling one), close last, with straight lines
 * between. Bars have no spread, so bid and ask equal the mid.
 */
export function expandBar(symbol: string, bar: Bar, digits: number): QuotedTick[] {
  const minute = bar.time / minuteMs;
  const early = 4 + ((minute * minuteStride) % 6);
  const late = 13 + ((minute * minuteStride) % 5);
  const [first, second] = bar.close >= bar.open ? [bar.low, bar.high] : [bar.high, bar.low];
  const corners = [
    { at: 0, price: bar.open },
    { at: early, price: first },
    { at: late, price: second },
    { at: ticksPerBar - 1, price: bar.close },
  ];
  return Array.from({ length: ticksPerBar }, (_, i) => {
    const price = roundPrice(priceBetween(corners, i), digits);
    return { symbol, time: bar.time + timeInMinute(i, minute), bid: price, ask: price };
  });
}

function timeInMinute(index: number, minute: number): number {
  if (index === 0) return 0;
  if (index === ticksPerBar - 1) return lastTickMs;
  return index * tickSpacingMs + (((index + minute) * tickStride) % 1_000);
}

function priceBetween(corners: readonly { readonly at: number; readonly price: number }[], index: number): number {
  const next = corners.findIndex((corner) => corner.at >= index);
  const to = corners[next];
  const from = corners[next - 1];
  if (!to || !from || to.at === index) return to?.price ?? Number.NaN;
  return from.price + ((to.price - from.price) * (index - from.at)) / (to.at - from.at);
}
