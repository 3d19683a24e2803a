import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { WorkingStats } from '#contract/signals.ts';
import { getWorkingStats } from '../api/calls.ts';
import { useEvent } from '../api/use-event.ts';

export const workingStatsKey = ['working-stats'] as const;

/** The market, the feed and the models as the server sees them, asked again each minute. */
export function useWorkingStats() {
  return useQuery({ queryKey: workingStatsKey, queryFn: getWorkingStats, refetchInterval: 60_000 });
}

/** Asks again when the stream says that the market has turned. For one component of a screen. */
export function useMarketTurns(): void {
  const queries = useQueryClient();
  useEvent('market', ({ open }) => {
    const known = queries.getQueryData<WorkingStats>(workingStatsKey);
    if (known && known.open !== open) void queries.invalidateQueries({ queryKey: workingStatsKey });
  });
}
