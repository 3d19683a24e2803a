import type { Price, WireBar } from '#contract/signals.ts';
import { startOfMinute } from '#domain/time.ts';

/** Adds one tick to the bars. A tick before the last bar's minute changes nothing. */
export function withTick(bars: readonly WireBar[], tick: Price): readonly WireBar[] {
  const start = startOfMinute(Date.parse(tick.time));
  const last = bars.at(-1);
  const lastStart = last ? Date.parse(last.time) : Number.NEGATIVE_INFINITY;
  if (start < lastStart) return bars;
  if (last && start === lastStart) return [...bars.slice(0, -1), grown(last, tick.price)];
  const time = new Date(start).toISOString();
  return [...bars, { time, open: tick.price, high: tick.price, low: tick.price, close: tick.price }];
}

const grown = (bar: WireBar, price: number): WireBar => ({
  ...bar,
  high: Math.max(bar.high, price),
  low: Math.min(bar.low, price),
  close: price,
});
