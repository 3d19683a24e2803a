import { priceDigits } from '#domain/market/currency-pair.ts';
import { roundPrice } from '#domain/market/price.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { createBarBuilder } from '#engine/bar/bar-builder.ts';
import { isClosedWeekend } from '#domain/market/new-york-time.ts';
import { minuteMs, startOfMinute } from '#domain/time.ts';
import type { QuotedTick } from '#engine/tick/tick.ts';
import { expandBar } from './expand-bar.ts';
import type { MarketFile } from './read-market-file.ts';

/** One pair's recorded market in its own time, milliseconds UTC, without the closed weekend. */
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
  const digits = priceDigits(file.symbol);
  const time = getColumn(file, 'time');
  const span = {
    symbol: file.symbol,
    from: startOfMinute(time[0] ?? 0),
    to: startOfMinute(time.at(-1) ?? 0) + minuteMs,
  };
  return file.columns.has('close')
    ? { ...span, ...recordedBars(file, digits) }
    : { ...span, ...recordedTicks(file, digits) };
}

const getColumn = (file: MarketFile, name: string): Float64Array => file.columns.get(name) ?? new Float64Array();

function recordedBars(file: MarketFile, digits: number): Pick<Recording, 'ticks' | 'bars'> {
  const time = getColumn(file, 'time');
  const [open, high, low, close] = ['open', 'high', 'low', 'close'].map((name) => getColumn(file, name));
  const price = (column: Float64Array | undefined, at: number): number =>
    roundPrice(column?.[at] ?? Number.NaN, digits);

  function bars(from: number, to: number): Bar[] {
    const found: Bar[] = [];
    for (let i = firstAtOrAfter(time, from); i < time.length && (time[i] ?? 0) < to; i += 1) {
      const start = startOfMinute(time[i] ?? 0);
      if (isClosedWeekend(start)) continue;
      found.push({
        time: start,
        open: price(open, i),
        high: price(high, i),
        low: price(low, i),
        close: price(close, i),
      });
    }
    return found;
  }

  return {
    bars,
    ticks: (start) => bars(start, start + minuteMs).flatMap((bar) => expandBar(file.symbol, bar, digits)),
  };
}

function recordedTicks(file: MarketFile, digits: number): Pick<Recording, 'ticks' | 'bars'> {
  const time = getColumn(file, 'time');
  const bid = getColumn(file, 'bid');
  const ask = getColumn(file, 'ask');

  function ticks(from: number, to: number): QuotedTick[] {
    const found: QuotedTick[] = [];
    for (let i = firstAtOrAfter(time, from); i < time.length && (time[i] ?? 0) < to; i += 1) {
      const at = time[i] ?? 0;
      if (!isClosedWeekend(at))
        found.push({ symbol: file.symbol, time: at, bid: bid[i] ?? Number.NaN, ask: ask[i] ?? Number.NaN });
    }
    return found;
  }

  function bars(from: number, to: number): Bar[] {
    const builder = createBarBuilder(digits);
    const closed = ticks(from, to).map((tick) => builder.add({ ...tick, receivedAt: tick.time }));
    return [...closed, builder.closeUntil(Math.ceil(to / minuteMs) * minuteMs)].filter((bar) => bar !== null);
  }

  return { bars, ticks: (start) => ticks(start, start + minuteMs) };
}

function firstAtOrAfter(time: Float64Array, from: number): number {
  let low = 0;
  let high = time.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((time[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The newest `count` bars before `end`, fewer if the recording has fewer. */
export function lastBars(recording: Recording, end: number, count: number): readonly Bar[] {
  // Weekends and gaps make `count` bars span more minutes: the window doubles until they are found.
  for (let minutes = count; ; minutes *= 2) {
    const bars = recording.bars(end - minutes * minuteMs, end);
    if (bars.length >= count || end - minutes * minuteMs <= recording.from) return count > 0 ? bars.slice(-count) : [];
  }
}
