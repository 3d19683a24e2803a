import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { keepPeopleApart } from '../session/keep-people-apart.ts';
import { currentSession, onSession } from '../session/session-store.ts';
import { isApiError } from './api-error.ts';

/** Refusals are answers, not accidents: only a lost connection is worth another try. */
const isWorthRetrying = (failures: number, error: Error): boolean => failures < 3 && isApiError(error, 'offline');

/** One for the whole visit: what a page has read, the next one knows. */
const queries = new QueryClient({ defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 30_000 } } });

keepPeopleApart({ currentSession, onSession, invalidate: () => queries.clear() });

/** Around the pages of somebody who is signed in; pages for visitors do without. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
