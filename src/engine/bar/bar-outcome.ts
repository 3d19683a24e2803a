import type { Duration } from '#domain/market/duration.ts';
import { minuteMs } from '#domain/time.ts';

/** A pair's bars in columns, in ascending time. */
export interface OutcomeBars {
  readonly size: number;
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly close: Float64Array;
}

/** No outcome is known, because a required price is missing. Else: −1 down, 0 tie, 1 up. */
export const noOutcome = 2;

/**
 * Decided at the close of bar `i`, entered at the open of the next minute (plus `delay` minutes),
 * closed at the last price of the duration's last minute. Both minutes need a bar: without a price
 * there is no outcome.
 */
export function outcomeAt(table: OutcomeBars, i: number, duration: Duration, delay = 0): number {
  const entry = indexOfMinute(table, i, 1 + delay);
  const close = indexOfMinute(table, i, duration + delay);
  if (entry < 0 || close < 0) return noOutcome;
  return Math.sign((table.close[close] ?? Number.NaN) - (table.open[entry] ?? Number.NaN));
}

/** The index of the bar that starts `minutes` after bar `i`, or −1. */
function indexOfMinute(table: OutcomeBars, i: number, minutes: number): number {
  const time = (table.time[i] ?? Number.NaN) + minutes * minuteMs;
  let at = Math.min(i + minutes, table.size - 1);
  while (at > i && (table.time[at] ?? Number.NaN) > time) at -= 1;
  return table.time[at] === time ? at : -1;
}
