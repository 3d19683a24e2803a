import { useQueryClient, useQuery } from '@tanstack/react-query';
import { limitPaths, type LimitsAnswer } from '#contract/limits.ts';
import type { OwnLimits } from '#domain/signals/own-limits.ts';
import { useEvent } from '#web/api/event-hub.ts';
import { getJson } from '#web/api/request.ts';

export interface OwnLimitsState {
  /** Null: not loaded yet. */
  readonly answer: LimitsAnswer | null;
  readonly isFailed: boolean;
  refetch(): void;
  change(limits: OwnLimits): Promise<LimitsAnswer>;
  stop(): Promise<void>;
}

const key = ['own-limits'] as const;

/** The day as counted by the server; refetched with every outcome. */
export function useOwnLimits(): OwnLimitsState {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: getLimits,
    staleTime: 0,
    refetchInterval: 60_000,
  });
  useEvent('result', () => void queries.invalidateQueries({ queryKey: key }));
  const cacheAnswer = (answer: LimitsAnswer): LimitsAnswer => {
    queries.setQueryData(key, answer);
    return answer;
  };
  return {
    answer: data ?? null,
    isFailed: error !== null && !data,
    refetch: () => void refetch(),
    change: async (limits) => cacheAnswer(await setLimits(limits)),
    stop: async () => {
      cacheAnswer(await stopToday());
    },
  };
}

const getLimits = (): Promise<LimitsAnswer> => getJson(limitPaths.limits);

const setLimits = (limits: OwnLimits): Promise<LimitsAnswer> =>
  getJson(limitPaths.limits, { method: 'PUT', body: limits });

/** Cannot be undone before the day ends. */
const stopToday = (): Promise<LimitsAnswer> => getJson(limitPaths.stop, { method: 'POST' });
