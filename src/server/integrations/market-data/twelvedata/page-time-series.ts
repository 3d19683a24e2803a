import { pageBars } from '../live/page-bars.ts';
import { pairName, priceDigits } from '#domain/market/currency-pair.ts';
import { roundPrice } from '#domain/market/price.ts';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { ServiceError, TimeSeries } from './twelvedata-messages.ts';

/** Reads one page of a time series. */
export type ReadPage = (query: URLSearchParams) => Promise<unknown>;

export const maxRows = 5_000;

/** As `pageBars`. */
export const pageTimeSeries = (
  read: ReadPage,
  symbol: string,
  until: number,
  count: number,
  from = Number.NEGATIVE_INFINITY,
): Promise<Bar[]> =>
  pageBars((before, rows) => seriesUpTo(read, symbol, before - minuteMs, rows), { until, count, from, maxRows });

/** Bars that start at or before `end`. */
async function seriesUpTo(read: ReadPage, symbol: string, end: number, rows: number): Promise<Bar[]> {
  const query = new URLSearchParams({
    symbol: pairName(symbol),
    interval: '1min',
    outputsize: String(rows),
    end_date: new Date(end).toISOString().slice(0, 19).replace('T', ' '),
    timezone: 'UTC',
    order: 'asc',
  });
  const answer = await read(query);
  const failed = ServiceError.safeParse(answer);
  if (failed.success) throw new Error(`Twelve Data: error ${failed.data.code}`);
  const digits = priceDigits(symbol);
  const price = (value: number): number => roundPrice(value, digits);
  return TimeSeries.parse(answer)
    .values.map(({ datetime, open, high, low, close }) => ({
      time: Date.parse(`${datetime.replace(' ', 'T')}Z`),
      open: price(open),
      high: price(high),
      low: price(low),
      close: price(close),
    }))
    .toSorted((a, b) => a.time - b.time);
}
