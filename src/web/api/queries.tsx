import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { separateUsers } from '../session/separate-users.ts';
import { currentSession, onSession } from '../session/session-store.ts';
import { isApiError } from './api-error.ts';

/** Error responses are final: only a lost connection is worth a retry. */
const isWorthRetrying = (failures: number, error: Error): boolean => failures < 3 && isApiError(error, 'offline');

/** One client per visit, so that pages share the cache. */
const queries = new QueryClient({ defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 30_000 } } });

separateUsers({ currentSession, onSession, invalidate: () => queries.clear() });

/** Wraps the pages of signed-in users; visitor pages do without. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
