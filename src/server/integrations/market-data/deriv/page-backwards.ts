import { findPair } from '#domain/market/currency-pair.ts';
import { roundPrice } from '#domain/market/price.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { minuteMs } from '#domain/time.ts';
import { CandlesMessage, toDerivSymbol } from './deriv-messages.ts';

/** Sends one request and returns its response. */
export type RequestPage = (body: Readonly<Record<string, unknown>>) => Promise<unknown>;

export const maxRows = 1_000;

/**
 * The last `count` bars that end before `until`, oldest first. A response is silently cut at 1,000
 * rows, so this pages backwards until there are enough, `from` is reached or nothing older is returned.
 */
export async function pageBackwards(
  request: RequestPage,
  symbol: string,
  until: number,
  count: number,
  from = Number.NEGATIVE_INFINITY,
): Promise<Bar[]> {
  let bars: Bar[] = [];
  let end = Math.floor(until / 1_000) - 1;
  while (bars.length < count && (bars[0]?.time ?? Number.POSITIVE_INFINITY) > from) {
    const before = bars[0]?.time ?? Number.POSITIVE_INFINITY;
    // One more than is missing: the newest row may be the minute that is still forming.
    const page = await candles(request, symbol, end, Math.min(maxRows, count - bars.length + 1));
    const older = page.filter((bar) => bar.time + minuteMs <= until && bar.time < before);
    const earliest = page[0];
    if (!earliest || older.length === 0) break;
    bars = [...older, ...bars];
    end = earliest.time / 1_000 - 1;
  }
  return count > 0 ? bars.slice(-count) : [];
}

async function candles(request: RequestPage, symbol: string, end: number, count: number): Promise<Bar[]> {
  const query = { ticks_history: toDerivSymbol(symbol), style: 'candles', granularity: 60, count, end: String(end) };
  const { candles: rows } = CandlesMessage.parse(await request(query));
  const digits = findPair(symbol)?.digits ?? 5;
  const price = (value: number): number => roundPrice(value, digits);
  return rows
    .map(({ epoch, open, high, low, close }) => ({
      time: epoch * 1_000,
      open: price(open),
      high: price(high),
      low: price(low),
      close: price(close),
    }))
    .toSorted((a, b) => a.time - b.time);
}
