import { pageBars } from '../live/page-bars.ts';
import { priceDigits } from '#domain/market/currency-pair.ts';
import { roundPrice } from '#domain/market/price.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { CandlesMessage, toInstrument } from './oanda-messages.ts';

/** Reads one page of candles; the URL is relative to the API's. */
export type ReadPage = (path: string) => Promise<unknown>;

export const maxRows = 5_000;

/** As `pageBars`. */
export const pageCandles = (
  read: ReadPage,
  symbol: string,
  until: number,
  count: number,
  from = Number.NEGATIVE_INFINITY,
): Promise<Bar[]> =>
  pageBars((before, rows) => candlesBefore(read, symbol, before, rows), { until, count, from, maxRows });

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
  const digits = priceDigits(symbol);
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
