import { priceDigits, roundPrice } from '#domain/market/currency-pair.ts';
import { minuteMs, startOfMinute } from '#domain/time.ts';
import { createBarBuilder, type Bar } from '#engine/bar/bar-builder.ts';
import { type BarTable, firstAtOrAfter } from '#engine/bar/bar-table.ts';
import type { QuotedTick } from '#engine/tick/tick.ts';
import type { MarketFile, TickTable } from './read-market-file.ts';

/** One pair's recorded market in its own time, milliseconds UTC. */
export interface Recording {
  readonly symbol: string;
  /** Start of the first minute and end of the last. */
  readonly from: number;
  readonly to: number;
  ticks(minuteStart: number): readonly QuotedTick[];
  /** Bars with `from` <= time < `to`, oldest first. */
  bars(from: number, to: number): readonly Bar[];
}

export function toRecording(file: MarketFile): Recording {
  const { symbol, time } = file;
  const span = { symbol, from: startOfMinute(time[0] ?? 0), to: startOfMinute(time.at(-1) ?? 0) + minuteMs };
  return { ...span, ...(file.kind === 'bars' ? recordedBars(file) : recordedTicks(file)) };
}

function recordedBars({ symbol, size, time, open, high, low, close }: BarTable): Pick<Recording, 'ticks' | 'bars'> {
  const digits = priceDigits(symbol);
  const price = (column: Float64Array, at: number): number => roundPrice(column[at] ?? Number.NaN, digits);

  function bars(from: number, to: number): Bar[] {
    const found: Bar[] = [];
    for (let i = firstAtOrAfter(time, from); i < size && (time[i] ?? 0) < to; i += 1) {
      found.push({
        time: time[i] ?? 0,
        open: price(open, i),
        high: price(high, i),
        low: price(low, i),
        close: price(close, i),
      });
    }
    return found;
  }

  return { bars, ticks: (start) => bars(start, start + minuteMs).flatMap((bar) => expandBar(symbol, bar, digits)) };
}

function recordedTicks({ symbol, size, time, bid, ask }: TickTable): Pick<Recording, 'ticks' | 'bars'> {
  function ticks(from: number, to: number): QuotedTick[] {
    const found: QuotedTick[] = [];
    for (let i = firstAtOrAfter(time, from); i < size && (time[i] ?? 0) < to; i += 1)
      found.push({ symbol, time: time[i] ?? 0, bid: bid[i] ?? Number.NaN, ask: ask[i] ?? Number.NaN });
    return found;
  }

  function bars(from: number, to: number): Bar[] {
    const builder = createBarBuilder(priceDigits(symbol));
    const closed = ticks(from, to).map((tick) => builder.add({ ...tick, receivedAt: tick.time }));
    return [...closed, builder.closeUntil(Math.ceil(to / minuteMs) * minuteMs)].filter((bar) => bar !== null);
  }

  return { bars, ticks: (start) => ticks(start, start + minuteMs) };
}

/** The newest `count` bars before `end`, fewer if the recording has fewer. */
export function lastBars(recording: Recording, end: number, count: number): readonly Bar[] {
  // Weekends and gaps make `count` bars span more minutes: the window doubles until they are found.
  for (let minutes = count; ; minutes *= 2) {
    const bars = recording.bars(end - minutes * minuteMs, end);
    if (bars.length >= count || end - minutes * minuteMs <= recording.from) return count > 0 ? bars.slice(-count) : [];
  }
}

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
