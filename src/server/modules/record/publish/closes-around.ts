import type { ReplayedSignal } from '#contract/record/views.ts';
import { toInstant } from '#contract/wire.ts';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar.ts';

/** Closed bars with `from` <= time < `to`. */
export type ReadBars = (symbol: string, from: number, to: number) => readonly Bar[];

/** Minutes before the entry: the prices that are visible before a decision. */
const minutesBefore = 30;

/** Closes of one-minute bars from before the entry to the expiry. */
export function closesAround(
  bars: ReadBars,
  symbol: string,
  openedAt: string,
  expiresAt: string,
): ReplayedSignal['closes'] {
  const from = Date.parse(openedAt) - minutesBefore * minuteMs;
  return bars(symbol, from, Date.parse(expiresAt) - minuteMs).map(({ time, close }) => ({
    at: toInstant(time + minuteMs),
    price: close,
  }));
}
