import { useQuery } from '@tanstack/react-query';
import type { WireBar } from '#contract/signals.ts';
import { minuteMs } from '#domain/time.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { listBars, useTicks, withTick } from '../running/market-window.ts';

interface RecentBars {
  /** With the bar of the current minute, as far as its ticks were received. */
  readonly bars: readonly WireBar[];
  /** Null: unknown yet. */
  readonly price: number | null;
  readonly move: 'up' | 'down' | null;
}

/** Length of the past that is shown. */
const recentMinutes = 30;

/** One-minute bars of a pair up to now. */
export function useRecentBars(symbol: string): RecentBars {
  // Closed bars come from the server; ticks only fill the current minute.
  const { data } = useQuery({
    queryKey: ['bars', symbol, 'recent'],
    queryFn: () => listBars(symbol, serverClock.now() - recentMinutes * minuteMs, serverClock.now()),
    refetchInterval: minuteMs,
    staleTime: minuteMs / 2,
  });
  const { ticks, move } = useTicks(symbol);
  const bars = ticks.reduce(withTick, data ?? []);
  return { bars, price: ticks.at(-1)?.price ?? bars.at(-1)?.close ?? null, move };
}
