import { findPair } from '#domain/market/currency-pair.ts';
import { roundPrice } from '#domain/market/price.ts';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { CandlesMessage, toInstrument } from './oanda-messages.ts';

/** Reads one page of candles; the URL is relative to the API's. */
export type ReadPage = (path: string) => Promise<unknown>;

export const maxRows = 5_000;

/**
 * The last `count` closed bars that end at or before `until` (milliseconds UTC), oldest first, in
 * pages of at most 5,000, newest page first, until `from` is reached. Minutes without a tick have no bar.
 */
export async function pageCandles(
  read: ReadPage,
  symbol: string,
  until: number,
  count: number,
  from = Number.NEGATIVE_INFINITY,
): Promise<Bar[]> {
  let bars: Bar[] = [];
  let end = until;
  while (bars.length < count && (bars[0]?.time ?? Number.POSITIVE_INFINITY) > from) {
    // One more than is missing: the newest row may be the minute that is still forming.
    const rows = await candlesBefore(read, symbol, end, Math.min(maxRows, count - bars.length + 1));
    const older = rows.filter((bar) => bar.time + minuteMs <= until && bar.time < (bars[0]?.time ?? until));
    const earliest = older[0];
    if (!earliest) break;
    bars = [...older, ...bars];
    end = earliest.time;
  }
  return count > 0 ? bars.slice(-count) : [];
}

async function candlesBefore(read: ReadPage, symbol: string, to: number, count: number): Promise<Bar[]> {
  const query = new URLSearchParams({
    granularity: 'M1',
    price: 'M',
    count: String(count),
    to: new Date(to).toISOString(),
  });
  const { candles } = CandlesMessage.parse(
    await read(`/v3/instruments/${toInstrument(symbol)}/candles?${query.toString()}`),
  );
  const digits = findPair(symbol)?.digits ?? 5;
  const price = (value: number): number => roundPrice(value, digits);
  return candles
    .filter(({ complete }) => complete)
    .map(({ time, mid: { o, h, l, c } }) => ({
      time: Date.parse(time),
      open: price(o),
      high: price(h),
      low: price(l),
      close: price(c),
    }))
    .toSorted((a, b) => a.time - b.time);
}
