import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getWorkingStats } from '../api/calls.ts';
import { useEvent } from '../api/use-event.ts';

export const workingStatsKey = ['working-stats'] as const;

/** The market, the feed and the models as the server sees them; asked again each minute and when the market turns. */
export function useWorkingStats() {
  const queries = useQueryClient();
  useEvent('market', () => void queries.invalidateQueries({ queryKey: workingStatsKey }));
  return useQuery({ queryKey: workingStatsKey, queryFn: getWorkingStats, refetchInterval: 60_000 });
}
