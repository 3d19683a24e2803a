import { randomUUID } from 'node:crypto';
import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import {
  findOpenSession,
  findRefreshTokenForUpdate,
  insertRefreshToken,
  insertSession,
  markRotated,
  type OpenSession,
  revokeSession,
  type UserRow,
} from './accounts.repository.ts';
import type { Tokens } from './tokens.ts';

const sessionDays = 30;
/** Within this a rotated-out refresh token gets the same successor; later it ends the session. */
const graceMs = 30_000;
const cacheLimit = 10_000;

export interface SignedIn {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly user: UserRow;
}

interface Remembered {
  readonly session: OpenSession;
  /** Of the token, milliseconds UTC. */
  readonly endsAt: number;
}

export interface Sessions {
  start(user: UserRow): Promise<SignedIn>;
  /** Null: the credential is unknown, spent or its session has ended. */
  rotate(refreshToken: string): Promise<SignedIn | null>;
  end(refreshToken: string): Promise<void>;
  /** Who an access token speaks for, at this moment. */
  whoIs(accessToken: string): Promise<OpenSession | null>;
  /** Forget what is remembered of a user, so that the next call reads it anew. */
  forgetUser(userId: string): void;
  /** Tells of sessions that end: what they opened ends with them. */
  onEnd(listener: (sessionId: string) => void): void;
}

export function createSessions({ db, tokens, clock }: { db: Database; tokens: Tokens; clock: Clock }): Sessions {
  const endListeners: ((sessionId: string) => void)[] = [];
  const remembered = new Map<string, Remembered>();

  const remember = (token: string, session: OpenSession, endsAt: number): OpenSession => {
    if (remembered.size >= cacheLimit) remembered.delete(remembered.keys().next().value ?? '');
    remembered.set(token, { session, endsAt });
    return session;
  };
  /** A token that was checked once is the same to the last byte: only its time can have run out. */
  const recall = (token: string): OpenSession | null => {
    const known = remembered.get(token);
    if (!known) return null;
    if (clock.now() < known.endsAt) return known.session;
    remembered.delete(token);
    return null;
  };
  /** Counts what was forgotten: a session that ended while it was being read must not be remembered. */
  let forgotten = 0;
  const forget = (isGone: (session: OpenSession) => boolean): void => {
    forgotten++;
    for (const [token, { session }] of remembered) if (isGone(session)) remembered.delete(token);
  };
  const endSession = async (sessionId: string): Promise<void> => {
    await revokeSession(db, sessionId, new Date(clock.now()));
    forget((session) => session.sessionId === sessionId);
    for (const listener of endListeners) listener(sessionId);
  };
  const signedIn = async (user: UserRow, sessionId: string, refreshToken: string): Promise<SignedIn> => ({
    accessToken: await tokens.issueAccess({ userId: user.id, sessionId }),
    refreshToken,
    user,
  });

  return {
    start: async (user) => {
      const now = new Date(clock.now());
      const sessionId = randomUUID();
      const refreshToken = tokens.newRefresh();
      await db.transaction(async (tx) => {
        const expiresAt = new Date(now.getTime() + sessionDays * 86_400_000);
        await insertSession(tx, { id: sessionId, userId: user.id, createdAt: now, expiresAt });
        await insertRefreshToken(tx, { tokenHash: tokens.hashOf(refreshToken), sessionId, issuedAt: now });
      });
      return signedIn(user, sessionId, refreshToken);
    },

    rotate: async (refreshToken) => {
      const rotated = await db.transaction(async (tx) => {
        const now = new Date(clock.now());
        const tokenHash = tokens.hashOf(refreshToken);
        const row = await findRefreshTokenForUpdate(tx, tokenHash);
        if (!row) return null;
        const isReused = row.rotatedAt !== null && now.getTime() - row.rotatedAt.getTime() > graceMs;
        if (isReused) return { reusedSession: row.sessionId };
        const session = await findOpenSession(tx, row.sessionId, now);
        if (!session) return null;
        const successor = tokens.successorOf(refreshToken);
        await insertRefreshToken(tx, { tokenHash: tokens.hashOf(successor), sessionId: row.sessionId, issuedAt: now });
        if (row.rotatedAt === null) await markRotated(tx, tokenHash, now);
        return { session, successor };
      });
      if (rotated === null) return null;
      if ('reusedSession' in rotated) {
        await endSession(rotated.reusedSession);
        return null;
      }
      return signedIn(rotated.session.user, rotated.session.sessionId, rotated.successor);
    },

    end: async (refreshToken) => {
      const row = await db.transaction((tx) => findRefreshTokenForUpdate(tx, tokens.hashOf(refreshToken)));
      if (row) await endSession(row.sessionId);
    },

    whoIs: async (accessToken) => {
      const known = recall(accessToken);
      if (known) return known;
      const claims = await tokens.readAccess(accessToken);
      if (!claims) return null;
      const before = forgotten;
      const session = await findOpenSession(db, claims.sessionId, new Date(clock.now()));
      if (!session || session.user.id !== claims.userId) return null;
      return forgotten === before ? remember(accessToken, session, claims.endsAt) : session;
    },

    forgetUser: (userId) => forget((session) => session.user.id === userId),
    onEnd: (listener) => endListeners.push(listener),
  };
}
