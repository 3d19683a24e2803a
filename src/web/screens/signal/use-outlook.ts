import { useQuery, queryOptions } from '@tanstack/react-query';
import { signalPaths } from '#contract/paths.ts';
import type { Outlook } from '#contract/signals.ts';
import { minuteMs } from '#domain/time.ts';
import { getJson } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';

const outlookQuery = queryOptions({ queryKey: ['outlook'], queryFn: () => getJson<Outlook>(signalPaths.outlook) });

interface OutlookOptions {
  /** False: only what another component has loaded. */
  readonly isLive?: boolean;
  /** Refreshes while the tab is hidden as well. */
  readonly isWatched?: boolean;
}

/** What the models see now, refreshed after each minute's close. Null: unknown. */
export function useOutlook({ isLive = true, isWatched = false }: OutlookOptions = {}): Outlook | null {
  const { data, error } = useQuery({
    ...outlookQuery,
    enabled: isLive,
    staleTime: 0,
    refetchInterval: () => nextForecastTime(serverClock.now()) - serverClock.now(),
    refetchIntervalInBackground: isWatched,
  });
  return error ? null : (data ?? null);
}

/** Bars close on the minute; forecasts are ready shortly after. */
const afterCloseMs = 2_000;

/** The next instant at which the forecasts of a minute are ready. */
export const nextForecastTime = (now: number): number =>
  (Math.floor((now - afterCloseMs) / minuteMs) + 1) * minuteMs + afterCloseMs;

/** True until the first answer, so that what depends on it appears in its final order. */
export const useIsOutlookLoading = (): boolean => useQuery({ ...outlookQuery, enabled: false }).isPending;
