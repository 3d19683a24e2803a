import { SessionAnswer, accountPaths } from '#contract/accounts.ts';
import { ApiProblem } from './api-problem.ts';
import { readStored, writeStored } from '../storage/stored.ts';

let memory: string | null = null;

export const accessToken = (): string | null => memory ?? readStored('token');

export function keepToken(token: string | null): void {
  memory = token;
  writeStored('token', token);
}

let refreshing: Promise<SessionAnswer | null> | null = null;

/** A new access token for the session of the cookie, or null when the server knows no such session. Many callers, one call. */
export function refreshSession(): Promise<SessionAnswer | null> {
  refreshing ??= askForRefresh().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function askForRefresh(): Promise<SessionAnswer | null> {
  const response = await fetch(accountPaths.refresh, { credentials: 'same-origin' }).catch(() => null);
  // Not being heard is no refusal: nobody is signed out because a server or a network is away.
  if (!response || response.status >= 500) throw new ApiProblem({ code: 'offline' });
  if (!response.ok) return null;
  const parsed = SessionAnswer.safeParse(await response.json().catch(() => null));
  if (!parsed.success) return null;
  keepToken(parsed.data.accessToken);
  return parsed.data;
}
