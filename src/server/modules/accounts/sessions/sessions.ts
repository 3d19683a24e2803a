import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { toInstant } from '#contract/wire.ts';
import { type Transaction, inTransaction, type UnitOfWork } from '#server/database/connection.ts';
import { isDatabaseUnavailable } from '#server/database/connection-errors.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import type { QueueMail } from '#server/modules/mail/mail.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { dayMs } from '#domain/time.ts';
import { confirmationMs } from '#domain/accounts/second-factor.ts';
import {
  deleteOldestTokens,
  findOpenSession,
  findRefreshTokenForUpdate,
  findSession,
  findUser,
  findUserOfToken,
  insertRefreshToken,
  insertSession,
  isUnchanged,
  listOpenSessions,
  markRotated,
  type RefreshTokenRow,
  revokeSession,
  revokeSessions,
  type SessionRow,
  supersedeUnusedToken,
  touchSession,
  updateConfirmed,
  type UserRow,
} from '../accounts.repository.ts';
import { findDeviceName } from './find-device.ts';
import type { Tokens } from './tokens.ts';
import type { OpenSession } from '../accounts.api.ts';

const sessionDays = 30;
/**
 * Grace period in which a rotated refresh token yields the same successor. Later it yields a fresh
 * one if the successor is unused; otherwise the login session ends.
 */
const graceMs = 30_000;
/**
 * Of one login session, by which a copy is recognised. An older token is worth nothing, and renewing
 * without end must not fill the disk.
 */
const storedTokens = 300;
const cacheLimit = 10_000;
/**
 * Other processes notify of ended login sessions and changed users. A notice may be lost, so the
 * cache is read again this often; more often while none arrives.
 */
const cacheMs = 5_000;
const cacheWithoutBusMs = 1_000;
/**
 * Timeout of a cached login session that waits for a slow database, and the backoff before it waits
 * again.
 */
const timeoutMs = 500;
const retryBackoffMs = 1_000;
const userAgentLength = 300;

export interface SignedIn {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly session: OpenSession;
}

interface CachedSession {
  readonly session: OpenSession;
  /** Expiry of the token, milliseconds UTC. */
  readonly endsAt: number;
  readonly readAt: number;
}

export type Sessions = ReturnType<typeof createSessions>;

interface SessionsDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly tokens: Tokens;
  readonly queueMail: QueueMail;
  readonly bus: Pick<Bus, 'notify' | 'onNotice' | 'isUp' | 'onReturn'>;
}

export function createSessions({ db, tokens, clock, queueMail, bus }: SessionsDependencies) {
  const cached = new Map<string, CachedSession>();

  const cache = (token: string, session: OpenSession, endsAt: number): OpenSession => {
    // Never cached, so that every process lets it in once its second factor is passed.
    cached.delete(token);
    if (isWaiting(session)) return session;
    if (cached.size >= cacheLimit) cached.delete(cached.keys().next().value ?? '');
    cached.set(token, { session, endsAt, readAt: clock.now() });
    return session;
  };
  /** A verified token is identical to the last byte, so only its expiry has to be checked. */
  const getCached = (token: string): CachedSession | null => {
    const known = cached.get(token);
    if (!known) return null;
    if (clock.now() < known.endsAt) return known;
    cached.delete(token);
    return null;
  };
  const freshForMs = (): number => (bus.isUp() ? cacheMs : cacheWithoutBusMs);
  const isFresh = ({ readAt }: CachedSession): boolean => Math.abs(clock.now() - readAt) < freshForMs();
  /** During a database outage no login session can be ended anywhere, so cached ones stay valid. */
  const staleOnError = ({ session }: CachedSession, reading: Promise<OpenSession | undefined>) => {
    const sessionOrCached = reading.catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) return session;
      throw error;
    });
    return Promise.race([sessionOrCached, pause(timeoutMs, session, { ref: false })]);
  };
  /**
   * Counts invalidations: a login session that ended while it was being read must not be cached.
   */
  let forgotten = 0;
  /** By token, so that calls that arrive meanwhile do not all verify it and ask the database. */
  const underWay = new Map<string, Promise<OpenSession | null>>();
  const invalidate = (isGone: (session: OpenSession) => boolean): void => {
    forgotten++;
    underWay.clear();
    for (const [token, { session }] of cached) if (isGone(session)) cached.delete(token);
  };
  bus.onNotice('sessions_ended', (ids) => invalidate((session) => ids.includes(session.sessionId)));
  bus.onNotice('user_changed', (id) => invalidate((session) => session.user.id === id));
  bus.onReturn(() => invalidate(() => true));
  const publishEnd = (sessionIds: readonly string[]): void => bus.notify('sessions_ended', sessionIds);
  const endSession = async (sessionId: string): Promise<void> => {
    await revokeSession(db, sessionId, new Date(clock.now()));
    publishEnd([sessionId]);
  };
  const readSession = async (accessToken: string, known: CachedSession | null): Promise<OpenSession | null> => {
    const before = forgotten;
    const claims = await tokens.readAccess(accessToken);
    if (!claims) return null;
    const reading = findOpenSession(db, claims.sessionId, new Date(clock.now()));
    const session = await (known && forgotten === before ? staleOnError(known, reading) : reading);
    if (known && session === known.session) {
      const readAt = clock.now() - freshForMs() + retryBackoffMs;
      if (forgotten === before) cached.set(accessToken, { ...known, readAt });
      return session;
    }
    if (session?.user.id === claims.userId)
      return forgotten === before ? cache(accessToken, session, claims.endsAt) : session;
    if (known) publishEnd([claims.sessionId]);
    return null;
  };
  /**
   * A used token was presented again: someone has a copy. Its owner is notified once, and not after
   * signing out.
   */
  const endReused = async (tx: Transaction, sessionId: string, now: Date): Promise<void> => {
    const session = await findSession(tx, sessionId);
    const user = session && (await findUser(tx, session.userId));
    if (!user || !(await revokeSession(tx, sessionId, now))) return;
    const mail = { userId: user.id, to: user.email, lang: user.lang };
    await queueMail(tx, {
      ...mail,
      kind: 'session_reused',
      at: toInstant(now.getTime()),
      device: findDeviceName(session.userAgent),
    });
  };
  /**
   * Returns the rotation time, which determines the successor. After the grace period an unused
   * successor is superseded, because the response with it was lost.
   */
  const getRotation = async (tx: Transaction, row: RefreshTokenRow, refreshToken: string, now: Date) => {
    const { rotatedAt, supersededAt } = row;
    if (supersededAt !== null) return 'reused';
    if (rotatedAt === null) return now;
    if (now.getTime() - rotatedAt.getTime() <= graceMs) return rotatedAt;
    const successorHash = tokens.computeHash(tokens.findSuccessor(refreshToken, rotatedAt));
    return (await supersedeUnusedToken(tx, successorHash, now)) ? now : 'reused';
  };
  const signedIn = async (session: OpenSession, refreshToken: string): Promise<SignedIn> => ({
    accessToken: await tokens.issueAccess({ userId: session.user.id, sessionId: session.sessionId }),
    refreshToken,
    session,
  });

  return {
    /**
     * Rejects with invalid_credentials when the account was blocked or its password replaced since
     * `user` was read.
     */
    start: async (user: UserRow, userAgent = ''): Promise<SignedIn> => {
      const now = new Date(clock.now());
      const sessionId = randomUUID();
      const refreshToken = tokens.newRefresh();
      const session = await inTransaction(db, async ({ tx }) => {
        const expiresAt = new Date(now.getTime() + sessionDays * dayMs);
        if (!(await isUnchanged(tx, user))) throw apiError('invalid_credentials');
        await insertSession(tx, {
          id: sessionId,
          userId: user.id,
          createdAt: now,
          lastSeenAt: now,
          userAgent: userAgent.slice(0, userAgentLength),
          expiresAt,
        });
        await insertRefreshToken(tx, { tokenHash: tokens.computeHash(refreshToken), sessionId, issuedAt: now });
        return findOpenSession(tx, sessionId, now);
      });
      if (!session) throw apiError('invalid_credentials');
      return signedIn(session, refreshToken);
    },

    /** Null: the credential is unknown or used, or its login session has ended. */
    rotate: async (refreshToken: string, userAgent = ''): Promise<SignedIn | null> => {
      const rotated = await inTransaction(db, async ({ tx, afterCommit }) => {
        const now = new Date(clock.now());
        const tokenHash = tokens.computeHash(refreshToken);
        const row = await findRefreshTokenForUpdate(tx, tokenHash);
        if (!row) return null;
        const rotation = await getRotation(tx, row, refreshToken, now);
        if (rotation === 'reused') {
          await endReused(tx, row.sessionId, now);
          afterCommit(() => publishEnd([row.sessionId]));
          return null;
        }
        const session = await findOpenSession(tx, row.sessionId, now);
        if (!session) return null;
        const successor = tokens.findSuccessor(refreshToken, rotation);
        await insertRefreshToken(tx, {
          tokenHash: tokens.computeHash(successor),
          sessionId: row.sessionId,
          issuedAt: now,
        });
        await markRotated(tx, tokenHash, rotation);
        await deleteOldestTokens(tx, row.sessionId, storedTokens);
        await touchSession(tx, row.sessionId, { lastSeenAt: now, userAgent: userAgent.slice(0, userAgentLength) });
        return { session, successor };
      });
      return rotated && signedIn(rotated.session, rotated.successor);
    },

    end: async (refreshToken: string): Promise<void> => {
      const row = await inTransaction(db, ({ tx }) => findRefreshTokenForUpdate(tx, tokens.computeHash(refreshToken)));
      if (row) await endSession(row.sessionId);
    },

    /** The user whose open login session the credential belongs to. Does not rotate it. */
    findUserId: (refreshToken: string): Promise<string | undefined> => {
      const now = new Date(clock.now());
      const rotatedSince = new Date(now.getTime() - graceMs);
      return findUserOfToken(db, tokens.computeHash(refreshToken), { now, rotatedSince });
    },

    /** Active login sessions, the most recently seen first. */
    list: (userId: string): Promise<SessionRow[]> => listOpenSessions(db, userId, new Date(clock.now())),

    /** False: the user has no such login session. */
    endOwn: async (userId: string, sessionId: string): Promise<boolean> => {
      const session = await findSession(db, sessionId);
      if (session?.userId !== userId || session.revokedAt !== null) return false;
      await endSession(sessionId);
      return true;
    },

    /** In the caller's transaction; their end is published after its commit. */
    endAll: async ({ tx, afterCommit }: UnitOfWork, userId: string, except?: string): Promise<void> => {
      const ended = await revokeSessions(tx, { userId, except }, new Date(clock.now()));
      afterCommit(() => publishEnd(ended));
    },

    /** The login session and user that an access token identifies now. */
    whoIs: async (accessToken: string): Promise<OpenSession | null> => {
      const known = getCached(accessToken);
      if (known && isFresh(known)) return known.session;
      const reading = underWay.get(accessToken) ?? readSession(accessToken, known);
      underWay.set(accessToken, reading);
      try {
        return await reading;
      } finally {
        if (underWay.get(accessToken) === reading) underWay.delete(accessToken);
      }
    },

    /**
     * Whether the password or a code was given to it within the last ten minutes; signing
     * in counts. Never from a cache.
     */
    isConfirmed: async (sessionId: string): Promise<boolean> => {
      const session = await findSession(db, sessionId);
      const at = session?.confirmedAt ?? session?.createdAt;
      return at !== undefined && clock.now() - at.getTime() < confirmationMs;
    },

    /** In the caller's transaction. A `factor` also passes the second step of signing in. */
    confirm: async (
      { tx, afterCommit }: UnitOfWork,
      { sessionId, user }: Pick<OpenSession, 'sessionId' | 'user'>,
      by: 'password' | 'factor',
    ): Promise<void> => {
      const now = new Date(clock.now());
      await updateConfirmed(
        tx,
        sessionId,
        by === 'factor' ? { confirmedAt: now, secondFactorAt: now } : { confirmedAt: now },
      );
      afterCommit(() => bus.notify('user_changed', user.id));
    },

    /** Invalidates the cache of a user, so that the next call reads it again. */
    invalidateUser: (userId: string): void => bus.notify('user_changed', userId),
    /** Notifies about login sessions that end: what they opened ends with them. */
    onEnd: (listener: (sessionId: string) => void): void =>
      bus.onNotice('sessions_ended', (ids) => ids.forEach(listener)),
  };
}

/** The user has a second factor, and this login session has not passed it. */
export const isWaiting = ({ hasSecondFactor, secondFactorAt }: OpenSession): boolean =>
  hasSecondFactor && secondFactorAt === null;
