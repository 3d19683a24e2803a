import { keepPreviousData, useInfiniteQuery, useQueryClient, useQuery } from '@tanstack/react-query';
import type { Signal } from '#contract/signals.ts';
import type { RecordedSignal, SignalStats } from '#contract/statistics.ts';
import { deleteSignal } from '#web/api/delete-signal.ts';
import { useEvent, useStreamReturn } from '#web/api/event-hub.ts';
import { call } from '#web/api/request.ts';
import { type Filters, isNarrowed, toFilterQuery } from './filters.ts';

export interface History {
  /** Null: not loaded yet. */
  readonly stats: SignalStats | null;
  readonly signals: readonly RecordedSignal[] | null;
  /** Over all pages. */
  readonly total: number;
  /** There are no signals, and no filter that could hide one. */
  readonly isEmpty: boolean;
  /** Break-even win rate of the newest of these signals; null: there is none. */
  readonly breakEven: number | null;
  /** Why the rows could not be loaded. */
  readonly error: Error | null;
  readonly statsError: Error | null;
  /** The rows shown still belong to the previous filters. */
  readonly isStale: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  more(): void;
  refetch(): void;
  remove(signal: Signal): Promise<void>;
}

/** Rows per page. */
const pageSize = 25;

/** Pages and statistics of one user under the same filters; stream events trigger a refetch. */
export function useHistory(userId: string, filters: Filters): History {
  const queries = useQueryClient();
  const key = ['history', userId];
  const params = toFilterQuery(filters);
  const { sort } = filters;
  const pages = useInfiniteQuery({
    queryKey: [...key, 'pages', params, sort],
    queryFn: ({ pageParam: cursor }) =>
      call('GET /api/signal/user/history', {
        query: { ...params, sort, limit: pageSize, ...(cursor !== null && { cursor }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const stats = useQuery({
    queryKey: [...key, 'stats', params],
    queryFn: () => call('GET /api/signal/user/stats', { query: params }),
    placeholderData: keepPreviousData,
  });
  const refetch = (): void => void queries.invalidateQueries({ queryKey: key });
  useEvent('signal', refetch);
  useEvent('result', refetch);
  useStreamReturn(refetch);

  const signals = pages.data?.pages.flatMap(({ items }) => items) ?? null;
  const total = pages.data?.pages[0]?.total ?? 0;
  return {
    stats: stats.data ?? null,
    signals,
    total,
    isEmpty: signals !== null && total === 0 && !isNarrowed(filters) && !pages.isPlaceholderData,
    breakEven: signals?.[0]?.analytics.breakEven ?? null,
    error: pages.error,
    statsError: stats.error,
    isStale: pages.isPlaceholderData,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    more: () => void pages.fetchNextPage(),
    refetch,
    remove: async ({ id }) => {
      await deleteSignal(id);
      refetch();
      void queries.invalidateQueries({ queryKey: ['signals', userId] });
    },
  };
}
