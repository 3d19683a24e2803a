import type { Outlook } from '#contract/signals.ts';
import { getOutlook } from '#web/api/signal-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useRead } from '#web/api/use-read.ts';
import { nextForecastTime } from './searching/next-search-time.ts';

/**
 * What the models see now, refreshed after each minute's close; paused while the tab is hidden. Not
 * live: what another component has loaded. Null: unknown.
 */
export function useOutlook(interval: Outlook['interval'], isLive: boolean): Outlook | null {
  const { data, error } = useRead(['outlook', interval], () => getOutlook(interval), {
    enabled: isLive,
    staleTime: 0,
    refetchInterval: () => nextForecastTime(serverClock.now()) - serverClock.now(),
  });
  return error ? null : data;
}
