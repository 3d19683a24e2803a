import { minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';

/**
 * One pair's closes by minute: the price a number of minutes ago, even for minutes without a quote.
 */
export type CloseLine = ReturnType<typeof createCloseLine>;

/**
 * Holds `size` minutes (a power of two). A minute without a bar carries the previous price forward;
 * the line restarts after a break of the feed.
 */
export function createCloseLine(size: number) {
  const ring = new Float64Array(size);
  const mask = size - 1;
  let newest = Number.NaN;
  let known = 0;

  function push({ time, close }: Bar): void {
    const minute = time / minuteMs;
    const step = minute - newest;
    if (step <= 0) return;
    const isUnbroken = step <= quietMinutes + 1;
    if (isUnbroken) append(ring[newest & mask] as number, newest + 1, minute);
    known = isUnbroken ? Math.min(size, known + step) : 1;
    newest = minute;
    ring[minute & mask] = close;
  }

  function append(close: number, from: number, to: number): void {
    for (let minute = from; minute < to; minute += 1) ring[minute & mask] = close;
  }

  return {
    /** Ignores a bar that is not later than the last one. */
    push,
    /** Start of the newest bar, milliseconds UTC; NaN before the first. */
    time: (): number => newest * minuteMs,
    /**
     * The price at the close of the minute `minutes` before the newest bar's; NaN beyond the data
     * known without a break.
     */
    ago: (minutes: number): number => (minutes < known ? (ring[(newest - minutes) & mask] as number) : Number.NaN),
  };
}

/**
 * Up to this many consecutive minutes without a tick are a quiet market: the windows count bars and
 * skip them. More is a break of the feed or a closed market; the windows restart, and nothing is
 * forecast until they hold no gap.
 */
export const quietMinutes = 5;
