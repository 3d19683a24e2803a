import { pairName } from '#domain/market/currency-pair.ts';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { ServiceError, TimeSeries } from './twelvedata-messages.ts';

type Read = (query: URLSearchParams) => Promise<unknown>;

export const maxRows = 5_000;

/** The newest bars that start before this instant (milliseconds UTC). */
export async function readTimeSeries(read: Read, symbol: string, before: number, rows: number): Promise<Bar[]> {
  const query = new URLSearchParams({
    symbol: pairName(symbol),
    interval: '1min',
    outputsize: String(rows),
    end_date: new Date(before - minuteMs).toISOString().slice(0, 19).replace('T', ' '),
    timezone: 'UTC',
    order: 'asc',
  });
  const answer = await read(query);
  const failed = ServiceError.safeParse(answer);
  if (failed.success) throw new Error(`Twelve Data: error ${failed.data.code}`);
  return TimeSeries.parse(answer).values.map(({ datetime, ...prices }) => ({
    time: Date.parse(`${datetime.replace(' ', 'T')}Z`),
    ...prices,
  }));
}
