import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { eventHub, useEvent } from '../api/event-hub.ts';
import { isMaintenance, workingStatsQuery } from './working-stats.ts';

/** Holds the stream while a page is open, and refetches what it reports: the market or maintenance begins or ends. */
export function useEventStream(): void {
  const queries = useQueryClient();
  useEvent('market', ({ open, maintenance }) => {
    const known = queries.getQueryData(workingStatsQuery.queryKey);
    if (!known) return;
    const isSame = known.open === open && isMaintenance(known.notice) === maintenance;
    if (!isSame) void queries.refetchQueries(workingStatsQuery);
  });
  useEffect(() => eventHub.hold(), []);
}
