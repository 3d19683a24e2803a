import { queryOptions, useQuery } from '@tanstack/react-query';
import type { WorkingStats } from '#contract/prices.ts';
import type { SiteNotice } from '#contract/site.ts';
import { minuteMs } from '#domain/time.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/request.ts';
import { serverClock } from '../api/server-clock.ts';
import { useIsBuilt } from '../routing/use-is-built.ts';

export const isMaintenance = (notice: SiteNotice | null | undefined): boolean => notice?.kind === 'maintenance';

export const workingStatsQuery = queryOptions({
  queryKey: ['public', '/api/signal/workingStats'],
  queryFn: getWorkingStats,
  retry: false,
  refetchInterval: ({ state }) => (state.error || isMaintenance(state.data?.notice) ? 5_000 : minuteMs),
});

/** Market, feed and models as the server reports them; undefined until the first answer. */
export const useWorkingStats = (): WorkingStats | undefined => useQuery(workingStatsQuery).data;

/** What signals of every model require, dollars; null: not known yet. */
export const findMinBalance = (stats: WorkingStats | undefined): number | null =>
  stats?.models.find(({ key }) => key !== 'vip')?.minBalance ?? null;

/**
 * What signals and the VIP model require, dollars. Prerendered pages know no operator's settings, so they state the
 * usual amounts until the server answers.
 */
export function useRequiredBalances(): { readonly min: number; readonly vip: number } {
  const stats = useWorkingStats();
  const known = useIsBuilt() ? undefined : stats;
  return {
    min: findMinBalance(known) ?? 10,
    vip: known?.models.find(({ key }) => key === 'vip')?.minBalance ?? 1000,
  };
}

/** Also synchronises the server clock with the `now` of the response. */
export async function getWorkingStats(): Promise<WorkingStats> {
  const sentAt = serverClock.monotonic();
  const stats = await call('GET /api/signal/workingStats', { anonymous: true });
  const now = Date.parse(stats.now);
  // A malformed response (from a proxy or another release) must not break the clock of every page.
  if (Number.isNaN(now) || !Array.isArray(stats.models)) throw new ApiError({ code: 'unreadable' });
  serverClock.sample(now, sentAt, serverClock.monotonic());
  return stats;
}
