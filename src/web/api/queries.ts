import type { Api } from '#contract/api.ts';
import type { Answer } from '#contract/endpoint.ts';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { separateUsers } from '../session/separate-users.ts';
import { currentSession, onSession } from '../session/session-store.ts';
import { isApiError } from './api-error.ts';
import type { Call, CallArguments, Request } from './address.ts';
import { request } from './request.ts';

/** Error responses are final: only a lost connection is worth a retry. */
const isWorthRetrying = (failures: number, error: Error): boolean => failures < 3 && isApiError(error, 'offline');

/** One client per visit, so that pages share the cache. */
export const queries = new QueryClient({ defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 30_000 } } });

const publicKey = 'public';

/**
 * A call as a query, with the key that follows from it. Public data, the same for every visitor
 * (`anonymous`), stays cached when the user changes; what an administrator sees is invalidated together.
 */
export function callQuery<const C extends Call>(name: C, ...[options]: CallArguments<C>) {
  const sent: Request = options ?? {};
  const scope = sent.anonymous ? publicKey : name.startsWith('GET /api/admin/') ? 'admin' : 'own';
  return queryOptions({
    queryKey: [scope, name, { ...sent.params, ...sent.query }] as const,
    queryFn: ({ signal }) => request<Answer<Api[C]>>(name, { ...sent, abort: signal }),
  });
}

separateUsers(currentSession, onSession, () =>
  queries.removeQueries({ predicate: ({ queryKey: [kind] }) => kind !== publicKey }),
);
