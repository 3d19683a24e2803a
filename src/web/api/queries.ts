import { QueryClient, queryOptions } from '@tanstack/react-query';
import { separateUsers } from '../session/separate-users.ts';
import { currentSession, onSession } from '../session/session-store.ts';
import { isApiError } from './api-error.ts';
import { getPublic } from './request.ts';

/** Error responses are final: only a lost connection is worth a retry. */
const isWorthRetrying = (failures: number, error: Error): boolean => failures < 3 && isApiError(error, 'offline');

/** One client per visit, so that pages share the cache. */
export const queries = new QueryClient({ defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 30_000 } } });

const publicKey = 'public';

/** Public data, the same for every visitor: it stays cached when the user changes. */
export const publicQuery = <Answer>(path: string) =>
  queryOptions({ queryKey: [publicKey, path], queryFn: ({ signal }) => getPublic<Answer>(path, signal) });

separateUsers({
  currentSession,
  onSession,
  invalidate: () => queries.removeQueries({ predicate: ({ queryKey: [kind] }) => kind !== publicKey }),
});
