import type { Outlook } from '#contract/signals.ts';
import { minuteMs } from '#domain/time.ts';
import { getOutlook } from '#web/api/calls/signal-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useRead } from '#web/api/use-read.ts';

interface OutlookOptions {
  /** False: only what another component has loaded. */
  readonly isLive?: boolean;
  /** Refreshes while the tab is hidden as well. */
  readonly isWatched?: boolean;
}

/** What the models see now, refreshed after each minute's close. Null: unknown. */
export function useOutlook({ isLive = true, isWatched = false }: OutlookOptions = {}): Outlook | null {
  const { data, error } = useRead(['outlook'], getOutlook, {
    enabled: isLive,
    staleTime: 0,
    refetchInterval: () => nextForecastTime(serverClock.now()) - serverClock.now(),
    refetchIntervalInBackground: isWatched,
  });
  return error ? null : data;
}

/** Bars close on the minute; forecasts are ready shortly after. */
const afterCloseMs = 2_000;

/** The next instant at which the forecasts of a minute are ready. */
export const nextForecastTime = (now: number): number =>
  (Math.floor((now - afterCloseMs) / minuteMs) + 1) * minuteMs + afterCloseMs;

/** True until the first answer, so that what depends on it appears in its final order. */
export const useIsOutlookLoading = (): boolean => useRead(['outlook'], getOutlook, { enabled: false }).isWaiting;
