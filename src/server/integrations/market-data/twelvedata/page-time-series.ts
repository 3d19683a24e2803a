import { findPair, pairName } from '#domain/market/currency-pair.ts';
import { roundPrice } from '#domain/market/price.ts';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { ServiceError, TimeSeries } from './twelvedata-messages.ts';

/** Reads one page of a time series. */
export type ReadPage = (query: URLSearchParams) => Promise<unknown>;

export const maxRows = 5_000;

/**
 * The last `count` closed bars that end at or before `until` (milliseconds UTC), oldest first, in
 * pages of at most 5,000, newest page first, until `from` is reached. Minutes without a tick have no bar.
 */
export async function pageTimeSeries(
  read: ReadPage,
  symbol: string,
  until: number,
  count: number,
  from = Number.NEGATIVE_INFINITY,
): Promise<Bar[]> {
  let bars: Bar[] = [];
  let end = until - minuteMs;
  while (bars.length < count && (bars[0]?.time ?? Number.POSITIVE_INFINITY) > from) {
    const rows = await seriesUpTo(read, symbol, end, Math.min(maxRows, count - bars.length + 1));
    const older = rows.filter((bar) => bar.time + minuteMs <= until && bar.time < (bars[0]?.time ?? until));
    const earliest = older[0];
    if (!earliest) break;
    bars = [...older, ...bars];
    end = earliest.time - minuteMs;
  }
  return count > 0 ? bars.slice(-count) : [];
}

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
  const digits = findPair(symbol)?.digits ?? 5;
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
