import type { Bar } from '#engine/bar/bar.ts';
import { CandlesMessage, toInstrument } from './oanda-messages.ts';

/** Reads one answer; the URL is relative to the API's. */
type Read = (path: string) => Promise<unknown>;

export const maxRows = 5_000;

/** The newest complete candles that start before this instant (milliseconds UTC). */
export async function readCandles(read: Read, symbol: string, before: number, count: number): Promise<Bar[]> {
  const query = new URLSearchParams({
    granularity: 'M1',
    price: 'M',
    count: String(count),
    to: new Date(before).toISOString(),
  });
  const { candles } = CandlesMessage.parse(
    await read(`/v3/instruments/${toInstrument(symbol)}/candles?${query.toString()}`),
  );
  return candles
    .filter(({ complete }) => complete)
    .map(({ time, mid: { o, h, l, c } }) => ({ time: Date.parse(time), open: o, high: h, low: l, close: c }));
}
