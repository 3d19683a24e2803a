import { pageBars } from '../live/page-bars.ts';
import { priceDigits } from '#domain/market/currency-pair.ts';
import { roundPrice } from '#domain/market/price.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { CandlesMessage, toDerivSymbol } from './deriv-messages.ts';

/** Sends one request and returns its response. */
export type RequestPage = (body: Readonly<Record<string, unknown>>) => Promise<unknown>;

export const maxRows = 1_000;

/** As `pageBars`. */
export const pageBackwards = (
  request: RequestPage,
  symbol: string,
  until: number,
  count: number,
  from = Number.NEGATIVE_INFINITY,
): Promise<Bar[]> =>
  pageBars((before, rows) => candles(request, symbol, Math.floor(before / 1_000) - 1, rows), {
    until,
    count,
    from,
    maxRows,
  });

async function candles(request: RequestPage, symbol: string, end: number, count: number): Promise<Bar[]> {
  const query = { ticks_history: toDerivSymbol(symbol), style: 'candles', granularity: 60, count, end: String(end) };
  const { candles: rows } = CandlesMessage.parse(await request(query));
  const digits = priceDigits(symbol);
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
