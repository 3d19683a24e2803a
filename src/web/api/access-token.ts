import { accountPaths } from '#contract/account-paths.ts';
import type { SessionAnswer } from '#contract/accounts.ts';
import { readStored, writeStored } from '../storage/stored.ts';
import { ApiError } from './api-error.ts';

/** For browsers that keep nothing: the session then lasts as long as the page. */
let memory: string | null = null;

/** The stored one comes first: another tab may have renewed it. */
export const accessToken = (): string | null => readStored('token') ?? memory;

export function storeToken(token: string | null): void {
  memory = token;
  writeStored('token', token);
}

/** What another tab has removed from storage. */
export const clearToken = (): void => {
  memory = null;
};

let notifySessionEnded: () => void = () => {};

/** Hears that the server no longer knows the session, whichever call found it out. */
export const onSessionEnded = (listener: () => void): void => {
  notifySessionEnded = listener;
};

let refreshing: Promise<SessionAnswer | null> | null = null;

/** A new access token for the session of the cookie, or null when the server knows no such session. Many callers, one call. */
export function refreshSession(): Promise<SessionAnswer | null> {
  refreshing ??= oneTabAtATime(requestRefresh).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** For a call that was refused `stale`: a token that another tab has renewed meanwhile serves as well. */
export async function renewToken(stale: string | null): Promise<boolean> {
  const isNewer = (): boolean => accessToken() !== null && accessToken() !== stale;
  return isNewer() || (await refreshSession()) !== null;
}

/** Each refresh spends the cookie of the one before: tabs wait for each other where the browser can make them. */
function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request('kurs-refresh', work) : work();
}

/** The other tabs wait for its end. */
const refreshTimeoutMs = 30_000;

async function requestRefresh(): Promise<SessionAnswer | null> {
  const signal = AbortSignal.timeout(refreshTimeoutMs);
  const response = await fetch(accountPaths.refresh, { credentials: 'same-origin', signal }).catch(() => null);
  if (response?.status === 401) {
    notifySessionEnded();
    return null;
  }
  // Whatever else it is, nobody is signed out by it: a server or a network that is away, a limit, an answer cut short.
  if (!response?.ok) throw new ApiError({ code: 'offline' });
  const answer: unknown = await response.json().catch(() => null);
  if (!isSessionAnswer(answer)) throw new ApiError({ code: 'unreadable' });
  storeToken(answer.accessToken);
  return answer;
}

/** Of a proxy's page or half an answer nobody is signed in; what is whole is taken at its word. */
function isSessionAnswer(answer: unknown): answer is SessionAnswer {
  const message = Object(answer) as Readonly<Partial<Record<keyof SessionAnswer, unknown>>>;
  return typeof message.accessToken === 'string' && typeof message.user === 'object' && message.user !== null;
}
