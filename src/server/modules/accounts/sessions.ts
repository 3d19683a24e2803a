import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { toInstant } from '#contract/wire.ts';
import type { Clock } from '#domain/clock.ts';
import { defaultLanguage, isLanguage } from '#domain/language.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { isDatabaseAway } from '#server/database/is-database-away.ts';
import { problem } from '#server/http/problem.ts';
import type { QueueMail } from '#server/modules/mail/new-mail.ts';
import {
  findOpenSession,
  findRefreshTokenForUpdate,
  findSession,
  findUser,
  insertRefreshToken,
  insertSession,
  isUnchanged,
  listOpenSessions,
  markRotated,
  type OpenSession,
  type RefreshTokenRow,
  revokeSession,
  revokeSessionsOf,
  type SessionRow,
  supersedeUnusedToken,
  touchSession,
  type UserRow,
} from './accounts.repository.ts';
import { deviceOf } from './device-of.ts';
import type { Tokens } from './tokens.ts';

const sessionDays = 30;
/** Within this a rotated-out refresh token gets the same successor; later a fresh one, or it ends the session. */
const graceMs = 30_000;
const cacheLimit = 10_000;
/** Another process may have ended a session or changed its user: what is remembered is read again this often. */
const rememberedMs = 5_000;
/** So long a known session waits for a database in trouble, and then not again for so long. */
const patienceMs = 500;
const notAgainForMs = 1_000;
const userAgentLength = 300;

export interface SignedIn {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly user: UserRow;
}

interface Remembered {
  readonly session: OpenSession;
  /** Of the token, milliseconds UTC. */
  readonly endsAt: number;
  readonly readAt: number;
}

export interface Sessions {
  /** Refused with invalid_credentials when the account was blocked or its password replaced since `user` was read. */
  start(user: UserRow, userAgent?: string): Promise<SignedIn>;
  /** Null: the credential is unknown, spent or its session has ended. */
  rotate(refreshToken: string, userAgent?: string): Promise<SignedIn | null>;
  end(refreshToken: string): Promise<void>;
  /** Those that hold, the latest seen first. */
  list(userId: string): Promise<SessionRow[]>;
  /** False: the user has no such session. */
  endOwn(userId: string, sessionId: string): Promise<boolean>;
  /** In the caller's transaction; what it returns is called after the commit, and makes it known. */
  endAll(tx: Transaction, userId: string, except?: string): Promise<() => void>;
  /** Who an access token speaks for, at this moment. */
  whoIs(accessToken: string): Promise<OpenSession | null>;
  /** Forget what is remembered of a user, so that the next call reads it anew. */
  forgetUser(userId: string): void;
  /** Tells of sessions that end: what they opened ends with them. */
  onEnd(listener: (sessionId: string) => void): void;
}

interface Needs {
  readonly db: Database;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly queueMail: QueueMail;
}

export function createSessions({ db, tokens, clock, queueMail }: Needs): Sessions {
  const endListeners: ((sessionId: string) => void)[] = [];
  const remembered = new Map<string, Remembered>();

  const remember = (token: string, session: OpenSession, endsAt: number): OpenSession => {
    if (remembered.size >= cacheLimit) remembered.delete(remembered.keys().next().value ?? '');
    remembered.set(token, { session, endsAt, readAt: clock.now() });
    return session;
  };
  /** A token that was checked once is the same to the last byte: only its time can have run out. */
  const recall = (token: string): Remembered | null => {
    const known = remembered.get(token);
    if (!known) return null;
    if (clock.now() < known.endsAt) return known;
    remembered.delete(token);
    return null;
  };
  const isFresh = ({ readAt }: Remembered): boolean => Math.abs(clock.now() - readAt) < rememberedMs;
  /** While the database is away nothing can be ended anywhere: what was known holds. */
  const orKnown = ({ session }: Remembered, reading: Promise<OpenSession | undefined>) => {
    const orHeld = reading.catch((fault: unknown) => {
      if (isDatabaseAway(fault)) return session;
      throw fault;
    });
    return Promise.race([orHeld, pause(patienceMs, session, { ref: false })]);
  };
  /** Counts what was forgotten: a session that ended while it was being read must not be remembered. */
  let forgotten = 0;
  const forget = (isGone: (session: OpenSession) => boolean): void => {
    forgotten++;
    for (const [token, { session }] of remembered) if (isGone(session)) remembered.delete(token);
  };
  const tellEnd = (sessionIds: readonly string[]): void => {
    const ended = new Set(sessionIds);
    forget((session) => ended.has(session.sessionId));
    for (const sessionId of ended) for (const listener of endListeners) listener(sessionId);
  };
  const endSession = async (sessionId: string): Promise<void> => {
    await revokeSession(db, sessionId, new Date(clock.now()));
    tellEnd([sessionId]);
  };
  /** A spent token came back: somebody has a copy. Its owner is told once, and not after having signed out. */
  const endReused = async (tx: Transaction, sessionId: string, now: Date): Promise<void> => {
    const session = await findSession(tx, sessionId);
    const user = session && (await findUser(tx, session.userId));
    if (!user || !(await revokeSession(tx, sessionId, now))) return;
    const mail = { userId: user.id, to: user.email, lang: isLanguage(user.lang) ? user.lang : defaultLanguage };
    await queueMail(tx, { ...mail, kind: 'session_reused', at: toInstant(now.getTime()), device: nameOf(session) });
  };
  /**
   * When the token was rotated, which decides its successor. Past the grace period an unused successor is superseded:
   * the answer that carried it was lost.
   */
  const rotationOf = async (tx: Transaction, row: RefreshTokenRow, refreshToken: string, now: Date) => {
    const { rotatedAt, supersededAt } = row;
    if (supersededAt !== null) return 'reused';
    if (rotatedAt === null) return now;
    if (now.getTime() - rotatedAt.getTime() <= graceMs) return rotatedAt;
    const successorHash = tokens.hashOf(tokens.successorOf(refreshToken, rotatedAt));
    return (await supersedeUnusedToken(tx, successorHash, now)) ? now : 'reused';
  };
  const signedIn = async (user: UserRow, sessionId: string, refreshToken: string): Promise<SignedIn> => ({
    accessToken: await tokens.issueAccess({ userId: user.id, sessionId }),
    refreshToken,
    user,
  });

  return {
    start: async (user, userAgent = '') => {
      const now = new Date(clock.now());
      const sessionId = randomUUID();
      const refreshToken = tokens.newRefresh();
      await inTransaction(db, async (tx) => {
        const expiresAt = new Date(now.getTime() + sessionDays * 86_400_000);
        if (!(await isUnchanged(tx, user))) throw problem('invalid_credentials');
        await insertSession(tx, {
          id: sessionId,
          userId: user.id,
          createdAt: now,
          lastSeenAt: now,
          userAgent: userAgent.slice(0, userAgentLength),
          expiresAt,
        });
        await insertRefreshToken(tx, { tokenHash: tokens.hashOf(refreshToken), sessionId, issuedAt: now });
      });
      return signedIn(user, sessionId, refreshToken);
    },

    rotate: async (refreshToken, userAgent = '') => {
      const rotated = await inTransaction(db, async (tx) => {
        const now = new Date(clock.now());
        const tokenHash = tokens.hashOf(refreshToken);
        const row = await findRefreshTokenForUpdate(tx, tokenHash);
        if (!row) return null;
        const rotation = await rotationOf(tx, row, refreshToken, now);
        if (rotation === 'reused') {
          await endReused(tx, row.sessionId, now);
          return { reusedSession: row.sessionId };
        }
        const session = await findOpenSession(tx, row.sessionId, now);
        if (!session) return null;
        const successor = tokens.successorOf(refreshToken, rotation);
        await insertRefreshToken(tx, { tokenHash: tokens.hashOf(successor), sessionId: row.sessionId, issuedAt: now });
        await markRotated(tx, tokenHash, rotation);
        await touchSession(tx, row.sessionId, { lastSeenAt: now, userAgent: userAgent.slice(0, userAgentLength) });
        return { session, successor };
      });
      if (rotated === null) return null;
      if ('reusedSession' in rotated) {
        tellEnd([rotated.reusedSession]);
        return null;
      }
      return signedIn(rotated.session.user, rotated.session.sessionId, rotated.successor);
    },

    end: async (refreshToken) => {
      const row = await inTransaction(db, (tx) => findRefreshTokenForUpdate(tx, tokens.hashOf(refreshToken)));
      if (row) await endSession(row.sessionId);
    },

    list: (userId) => listOpenSessions(db, userId, new Date(clock.now())),

    endOwn: async (userId, sessionId) => {
      const session = await findSession(db, sessionId);
      if (session?.userId !== userId || session.revokedAt !== null) return false;
      await endSession(sessionId);
      return true;
    },

    endAll: async (tx, userId, except) => {
      const ended = await revokeSessionsOf(tx, { userId, except }, new Date(clock.now()));
      return () => tellEnd(ended);
    },

    whoIs: async (accessToken) => {
      const known = recall(accessToken);
      if (known && isFresh(known)) return known.session;
      const claims = await tokens.readAccess(accessToken);
      if (!claims) return null;
      const before = forgotten;
      const reading = findOpenSession(db, claims.sessionId, new Date(clock.now()));
      const session = await (known ? orKnown(known, reading) : reading);
      if (known && session === known.session) {
        const readAt = clock.now() - rememberedMs + notAgainForMs;
        if (forgotten === before) remembered.set(accessToken, { ...known, readAt });
        return session;
      }
      if (session?.user.id === claims.userId)
        return forgotten === before ? remember(accessToken, session, claims.endsAt) : session;
      if (known) tellEnd([claims.sessionId]);
      return null;
    },

    forgetUser: (userId) => forget((session) => session.user.id === userId),
    onEnd: (listener) => endListeners.push(listener),
  };
}

function nameOf({ userAgent }: SessionRow): string | null {
  const { browser, system } = deviceOf(userAgent);
  return [browser, system].filter(Boolean).join(', ') || null;
}
