import type { WireBar } from '#contract/signals.ts';
import { minuteMs, startOfMinute } from '#domain/time.ts';

/** A position on the chart's axis of bars: whole numbers are the centres of bars. */
export interface BarAxis {
  readonly bars: readonly WireBar[];
  /**
   * Minutes without a bar yet, so that the expiry has space and a label. Seconds since the epoch.
   */
  readonly future: readonly number[];
  readonly resolvePlace: (at: number) => number;
}

/** The axis up to some minutes past `end`. Minutes without trading have no position on it. */
export function barAxis(bars: readonly WireBar[], end: number): BarAxis {
  const starts = bars.map(({ time }) => Date.parse(time));
  const last = starts.at(-1) ?? startOfMinute(end);
  const missing = Math.max(3, Math.ceil((end - last) / minuteMs) + 3);
  const future = Array.from({ length: missing }, (_, index) => (last + (index + 1) * minuteMs) / 1000);
  return { bars, future, resolvePlace: (at) => placeAmong(starts, at) };
}

/** A bar covers its minute from half a position before its centre to half a position after. */
function placeAmong(starts: readonly number[], at: number): number {
  const next = starts.findIndex((start) => start > at);
  const index = next === -1 ? starts.length - 1 : next - 1;
  const start = starts[Math.max(0, index)] ?? at;
  return Math.max(0, index) + (at - start) / minuteMs - 0.5;
}
