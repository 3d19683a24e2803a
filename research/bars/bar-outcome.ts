import type { Duration } from '#domain/market/duration.ts';
import { minuteMs } from '#domain/time.ts';
import type { BarTable } from './load-bars.ts';

/** No outcome is known, because a required price is missing. Else: −1 down, 0 tie, 1 up. */
export const noOutcome = 2;

/**
 * Decided at the close of bar `i`, entered at the open of the next minute (plus `delay` minutes),
 * closed at the last price of the duration's last minute. Both minutes need a bar: without a price
 * there is no outcome.
 */
export function outcomeAt(table: BarTable, i: number, duration: Duration, delay = 0): number {
  const entry = indexOfMinute(table, i, 1 + delay);
  const close = indexOfMinute(table, i, duration + delay);
  if (entry < 0 || close < 0) return noOutcome;
  return Math.sign((table.close[close] as number) - (table.open[entry] as number));
}

/** The index of the bar that starts `minutes` after bar `i`, or −1. */
function indexOfMinute(table: BarTable, i: number, minutes: number): number {
  const time = (table.time[i] as number) + minutes * minuteMs;
  let at = Math.min(i + minutes, table.size - 1);
  while (at > i && (table.time[at] as number) > time) at -= 1;
  return table.time[at] === time ? at : -1;
}
