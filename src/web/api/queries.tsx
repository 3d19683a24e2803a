import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { currentSession, onSession, type Session } from '../session/session-store.ts';
import { isProblem } from './api-problem.ts';

/** Refusals are answers, not accidents: only a lost connection is worth another try. */
const isWorthRetrying = (failures: number, error: Error): boolean => failures < 3 && isProblem(error, 'offline');

/** One for the whole visit: what a page has read, the next one knows. */
const queries = new QueryClient({ defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 30_000 } } });

// What one person has read is not there for the next.
let person = personOf(currentSession());
onSession(() => {
  const next = personOf(currentSession());
  if (person !== null && next !== person) queries.clear();
  person = next;
});

function personOf(session: Session): string | null {
  return session.kind === 'in' ? session.user.id : null;
}

/** Around the pages of somebody who is signed in; pages for visitors do without. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
