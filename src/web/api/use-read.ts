import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';

export interface Read<Answer> {
  /** Null: nothing is loaded yet. May belong to the previous request while `isWaiting`. */
  readonly data: Answer | null;
  /** No answer to the current request yet. */
  readonly isWaiting: boolean;
  /** Error of the last finished request; a newer one clears it on success, or as it starts. */
  readonly error: Error | null;
  refetch(): void;
}

export interface CachedRead<Answer> extends Read<Answer> {
  /** As `refetch`; resolves once it is answered, or has failed. */
  reload(): Promise<unknown>;
}

type ReadOptions<Answer> = Omit<UseQueryOptions<Answer>, 'queryKey' | 'queryFn'>;

/**
 * Loads data on pages of signed-in users, which share one cache; public pages use `usePublicRead`.
 * A refetch of loaded data keeps the data and the last error until its own answer, and is not
 * `isWaiting`.
 */
export function useRead<Answer>(
  key: QueryKey,
  read: () => Promise<Answer>,
  options: ReadOptions<Answer> = {},
): CachedRead<Answer> {
  const query = useQuery<Answer>({ ...options, queryKey: key, queryFn: read });
  const { data, error, isPending, isPlaceholderData, refetch } = query;
  const isWaiting = isPending || isPlaceholderData;
  return { data: data ?? null, error, isWaiting, refetch: () => void refetch(), reload: () => refetch() };
}
