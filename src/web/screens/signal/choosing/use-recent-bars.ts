import type { WireBar } from '#contract/signals.ts';
import { minuteMs } from '#domain/time.ts';
import { listBars } from '#web/api/calls/signal-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useRead } from '#web/api/use-read.ts';
import { withTick } from '../running/bars-with-tick.ts';
import { useTicks } from '../running/market-window.ts';

/** Length of the past that is shown. */
export const recentMinutes = 30;

interface RecentBars {
  /** With the bar of the current minute, as far as its ticks were received. */
  readonly bars: readonly WireBar[];
  /** Null: unknown yet. */
  readonly price: number | null;
  readonly move: 'up' | 'down' | null;
}

/** One-minute bars of a pair up to now, shared by all that show it. */
export function useRecentBars(symbol: string): RecentBars {
  const read = () => {
    const now = serverClock.now();
    return listBars(symbol, now - recentMinutes * minuteMs, now);
  };
  // Closed bars come from the server; ticks only fill the current minute.
  const { data } = useRead(['bars', symbol, 'recent'], read, { refetchInterval: minuteMs, staleTime: minuteMs / 2 });
  const { ticks, move } = useTicks(symbol);
  const bars = ticks.reduce(withTick, data ?? []);
  return { bars, price: ticks.at(-1)?.price ?? bars.at(-1)?.close ?? null, move };
}
