import type { Platform } from '#server/start/platform.ts';
import type { OpenSession } from '../accounts.api.ts';

const maxCached = 10_000;
/**
 * Other processes notify of ended login sessions and changed users. A notice may be lost, so the
 * cache is read again this often; more often while none arrives.
 */
const cacheMs = 5_000;
const cacheWithoutBusMs = 1_000;

export interface CachedSession {
  readonly session: OpenSession;
  /** Expiry of the token, milliseconds UTC. */
  readonly endsAt: number;
  readonly readAt: number;
}

/** Login sessions by access token, as they were read a moment ago. */
export interface SessionCache {
  readonly cached: Map<string, CachedSession>;
  /** By token, so that calls that arrive meanwhile do not all verify it and ask the database. */
  readonly underWay: Map<string, Promise<OpenSession | null>>;
  /** Counts invalidations: a login session that ended while it was being read must not be cached. */
  invalidations: number;
}

export function newSessionCache({ bus }: Platform): SessionCache {
  const cache: SessionCache = { cached: new Map(), underWay: new Map(), invalidations: 0 };
  const invalidate = (isGone: (session: OpenSession) => boolean): void => {
    cache.invalidations++;
    cache.underWay.clear();
    for (const [token, { session }] of cache.cached) if (isGone(session)) cache.cached.delete(token);
  };
  bus.onNotice('sessions_ended', (ids) => invalidate((session) => ids.includes(session.sessionId)));
  bus.onNotice('user_changed', (id) => invalidate((session) => session.user.id === id));
  bus.onReturn(() => invalidate(() => true));
  return cache;
}

/** A verified token is identical to the last byte, so only its expiry has to be checked. */
export function getCached({ cached }: SessionCache, token: string, now: number): CachedSession | null {
  const known = cached.get(token);
  if (!known) return null;
  if (now < known.endsAt) return known;
  cached.delete(token);
  return null;
}

export function cacheSession({ cached }: SessionCache, token: string, entry: CachedSession): void {
  cached.delete(token);
  // Never cached while it waits, so that every process lets it in once its second factor is passed.
  if (entry.session.secondFactor === 'waiting') return;
  if (cached.size >= maxCached) cached.delete(cached.keys().next().value ?? '');
  cached.set(token, entry);
}

export const freshForMs = ({ bus }: Platform): number => (bus.isUp() ? cacheMs : cacheWithoutBusMs);
