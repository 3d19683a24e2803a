import type { SessionAnswer } from '#contract/accounts.ts';
import { isObject } from '#domain/objects.ts';
import { readStored, writeStored } from '../storage/stored.ts';
import { ApiError } from './api-error.ts';

/** For browsers without storage: the login session lasts as long as the page. */
let memory: string | null = null;

/** The stored token takes precedence: another tab may have renewed it. */
export const accessToken = (): string | null => readStored('token') ?? memory;

export function storeToken(token: string | null): void {
  memory = token;
  writeStored('token', token);
}

/** Clears the token after another tab has removed it from storage. */
export const clearToken = (): void => {
  memory = null;
};

let notifySessionEnded: () => void = () => {};

/** Called when the server no longer accepts the login session, whichever call detects it. */
export const onSessionEnded = (listener: () => void): void => {
  notifySessionEnded = listener;
};

let refreshing: Promise<SessionAnswer | null> | null = null;

/** A new access token by the session cookie; null: the server knows no such login session. */
export function refreshSession(): Promise<SessionAnswer | null> {
  refreshing ??= oneTabAtATime(requestRefresh).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** For a request rejected with the token `stale`; another tab may have renewed it meanwhile. */
export async function renewToken(stale: string | null): Promise<boolean> {
  const isNewer = (): boolean => accessToken() !== null && accessToken() !== stale;
  return isNewer() || (await refreshSession()) !== null;
}

/** Before its end, so that no call is refused for a token that has just ended. */
const renewalMarginMs = 60_000;

/** When the token was first seen here: its duration counts, because this device's clock may be wrong. */
let seen: { readonly token: string; readonly at: number } | null = null;

/** Renews a token that is about to end; null: it is not. If that fails, the call fails by itself. */
export function renewEndingToken(now: number): Promise<boolean> | null {
  const token = accessToken();
  if (token === null) return null;
  if (seen?.token !== token) seen = { token, at: now };
  const isEnding = now - seen.at >= parseDurationMs(token) - renewalMarginMs;
  return isEnding ? renewToken(token).catch(() => false) : null;
}

/** Milliseconds from issue to expiry (RFC 7519, `iat` and `exp`); infinite when it is no such token. */
function parseDurationMs(token: string): number {
  try {
    const payload: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    const { iat, exp } = isObject(payload) ? payload : {};
    return typeof iat === 'number' && typeof exp === 'number' ? (exp - iat) * 1_000 : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Each refresh invalidates the previous cookie, so tabs take turns (Web Locks). */
function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request('refresh', work) : work();
}

/** Other tabs wait until this request ends. */
const refreshTimeoutMs = 30_000;

async function requestRefresh(): Promise<SessionAnswer | null> {
  const before = accessToken();
  const signal = AbortSignal.timeout(refreshTimeoutMs);
  const response = await fetch('/api/refresh', { credentials: 'same-origin', signal }).catch(() => null);
  const answer: unknown = await response?.json().catch(() => null);
  // Meanwhile the user has signed out, or in again: an answer about the earlier session is outdated.
  if (accessToken() !== before) throw new ApiError({ code: 'offline' });
  if (response?.status === 401) {
    notifySessionEnded();
    return null;
  }
  // A server or network that is down must not sign the user out.
  if (!response?.ok) throw new ApiError({ code: 'offline' });
  if (!isSessionAnswer(answer)) throw new ApiError({ code: 'unreadable' });
  storeToken(answer.accessToken);
  return answer;
}

/** Rejects a proxy's page or a truncated response; a complete answer is trusted. */
function isSessionAnswer(answer: unknown): answer is SessionAnswer {
  return isObject(answer) && typeof answer.accessToken === 'string' && isObject(answer.user);
}
