import type { Bar } from '#engine/bar/bar.ts';
import { CandlesMessage, toDerivSymbol } from './deriv-messages.ts';

/** Sends one request and returns its response. */
type Request = (body: Readonly<Record<string, unknown>>) => Promise<unknown>;

export const maxRows = 1_000;

/** The newest candles that start before this instant (milliseconds UTC). */
export async function readCandles(request: Request, symbol: string, before: number, count: number): Promise<Bar[]> {
  const end = String(Math.floor(before / 1_000) - 1);
  const query = { ticks_history: toDerivSymbol(symbol), style: 'candles', granularity: 60, count, end };
  const { candles } = CandlesMessage.parse(await request(query));
  return candles.map(({ epoch, open, high, low, close }) => ({ time: epoch * 1_000, open, high, low, close }));
}
