import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { OwnSession } from '#contract/accounts.ts';
import { toInstant } from '#contract/wire.ts';
import { type Transaction, inTransaction, type UnitOfWork } from '#server/database/connection.ts';
import { isDatabaseUnavailable } from '#server/database/connection-errors.ts';
import { apiError } from '#server/http/api-error.ts';
import { findDevice, findDeviceName } from '#domain/accounts/find-device.ts';
import { dayMs } from '#domain/time.ts';
import { confirmationMs } from '#domain/accounts/user.ts';
import type { AccountsContext } from '../accounts-context.ts';
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
  touchSession,
  updateConfirmed,
  type UserRow,
} from '../accounts.repository.ts';
import type { CallingSession, OpenSession } from '../accounts.api.ts';
import { type CachedSession, cacheSession, freshForMs, getCached } from './session-cache.ts';
import { computeHash, newRefresh } from './tokens.ts';

const sessionDays = 30;
/** Within it a rotated refresh token yields the same successor; later it ends the login session. */
const graceMs = 30_000;
/**
 * Of one login session, by which a copy is recognised. An older token is worth nothing, and renewing
 * without end must not fill the disk.
 */
const storedTokens = 300;
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

/**
 * Rejects with invalid_credentials when the account was blocked or its password replaced since
 * `user` was read.
 */
export async function startSession(ctx: AccountsContext, user: UserRow, userAgent = ''): Promise<SignedIn> {
  const now = new Date(ctx.clock.now());
  const sessionId = randomUUID();
  const refreshToken = newRefresh();
  const session = await inTransaction(ctx.db, async ({ tx }) => {
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
    await insertRefreshToken(tx, { tokenHash: computeHash(refreshToken), sessionId, issuedAt: now });
    return findOpenSession(tx, sessionId, now);
  });
  if (!session) throw apiError('invalid_credentials');
  return toSignedIn(ctx, session, refreshToken);
}

async function toSignedIn(
  { tokens, clock }: AccountsContext,
  session: OpenSession,
  refreshToken: string,
): Promise<SignedIn> {
  const claims = { userId: session.user.id, sessionId: session.sessionId };
  return { accessToken: await tokens.issueAccess(claims, clock.now()), refreshToken, session };
}

/** Null: the credential is unknown or used, or its login session has ended. */
export async function rotateSession(
  ctx: AccountsContext,
  refreshToken: string,
  userAgent = '',
): Promise<SignedIn | null> {
  const rotated = await inTransaction(ctx.db, async ({ tx, afterCommit }) => {
    const now = new Date(ctx.clock.now());
    const tokenHash = computeHash(refreshToken);
    const row = await findRefreshTokenForUpdate(tx, tokenHash);
    if (!row) return null;
    const rotation = getRotation(row, now);
    if (rotation === 'reused') {
      await endReused(ctx, tx, row.sessionId, now);
      afterCommit(() => publishEnd(ctx, [row.sessionId]));
      return null;
    }
    const session = await findOpenSession(tx, row.sessionId, now);
    if (!session) return null;
    const successor = ctx.tokens.findSuccessor(refreshToken, rotation);
    await insertRefreshToken(tx, { tokenHash: computeHash(successor), sessionId: row.sessionId, issuedAt: now });
    await markRotated(tx, tokenHash, rotation);
    await deleteOldestTokens(tx, row.sessionId, storedTokens);
    await touchSession(tx, row.sessionId, { lastSeenAt: now, userAgent: userAgent.slice(0, userAgentLength) });
    return { session, successor };
  });
  return rotated && toSignedIn(ctx, rotated.session, rotated.successor);
}

/** Returns the rotation time, which determines the successor. */
function getRotation({ rotatedAt }: RefreshTokenRow, now: Date): Date | 'reused' {
  if (rotatedAt === null) return now;
  return now.getTime() - rotatedAt.getTime() <= graceMs ? rotatedAt : 'reused';
}

/**
 * A used token was presented again: someone has a copy. Its owner is notified once, and not after
 * signing out.
 */
async function endReused({ mail }: AccountsContext, tx: Transaction, sessionId: string, now: Date): Promise<void> {
  const session = await findSession(tx, sessionId);
  const user = session && (await findUser(tx, session.userId));
  if (!user || !(await revokeSession(tx, sessionId, now))) return;
  await mail.queueMail(tx, {
    userId: user.id,
    to: user.email,
    lang: user.lang,
    kind: 'session_reused',
    at: toInstant(now.getTime()),
    device: findDeviceName(session.userAgent),
  });
}

/** By its refresh token. */
export async function endSession(ctx: AccountsContext, refreshToken: string): Promise<void> {
  const row = await inTransaction(ctx.db, ({ tx }) => findRefreshTokenForUpdate(tx, computeHash(refreshToken)));
  if (row) await revokeAndPublish(ctx, row.sessionId);
}

/** False: the user has no such login session. */
export async function endOwnSession(ctx: AccountsContext, userId: string, sessionId: string): Promise<boolean> {
  const session = await findSession(ctx.db, sessionId);
  if (session?.userId !== userId || session.revokedAt !== null) return false;
  await revokeAndPublish(ctx, sessionId);
  return true;
}

async function revokeAndPublish(ctx: AccountsContext, sessionId: string): Promise<void> {
  await revokeSession(ctx.db, sessionId, new Date(ctx.clock.now()));
  publishEnd(ctx, [sessionId]);
}

const publishEnd = ({ bus }: AccountsContext, sessionIds: readonly string[]): void =>
  bus.notify('sessions_ended', sessionIds);

/** In the caller's transaction; their end is published after its commit. */
export async function endSessions(
  ctx: AccountsContext,
  { tx, afterCommit }: UnitOfWork,
  userId: string,
  except?: string,
): Promise<void> {
  const ended = await revokeSessions(tx, { userId, except }, new Date(ctx.clock.now()));
  afterCommit(() => publishEnd(ctx, ended));
}

/** Every other login session of the caller. */
export const endOtherSessions = (ctx: AccountsContext, { sessionId, user }: CallingSession): Promise<void> =>
  inTransaction(ctx.db, (work) => endSessions(ctx, work, user.id, sessionId));

/** The user whose open login session the credential belongs to. Does not rotate it. */
export function findOwner({ db, clock }: AccountsContext, refreshToken: string): Promise<string | undefined> {
  const now = new Date(clock.now());
  const rotatedSince = new Date(now.getTime() - graceMs);
  return findUserOfToken(db, computeHash(refreshToken), { now, rotatedSince });
}

/** Where the user is signed in, the most recently seen first. */
export async function listOwnSessions(
  { db, clock }: AccountsContext,
  { sessionId, user }: CallingSession,
): Promise<OwnSession[]> {
  const rows = await listOpenSessions(db, user.id, new Date(clock.now()));
  return rows.map((row) => ({
    id: row.id,
    createdAt: toInstant(row.createdAt.getTime()),
    lastSeenAt: toInstant(row.lastSeenAt.getTime()),
    expiresAt: toInstant(row.expiresAt.getTime()),
    ...findDevice(row.userAgent),
    isCurrent: row.id === sessionId,
  }));
}

/** The login session and user that an access token identifies now. */
export async function whoIs(ctx: AccountsContext, accessToken: string): Promise<OpenSession | null> {
  const { clock, sessionCache } = ctx;
  const { underWay } = sessionCache;
  const known = getCached(sessionCache, accessToken, clock.now());
  if (known && Math.abs(clock.now() - known.readAt) < freshForMs(ctx)) return known.session;
  const reading = underWay.get(accessToken) ?? readSession(ctx, accessToken, known);
  underWay.set(accessToken, reading);
  try {
    return await reading;
  } finally {
    if (underWay.get(accessToken) === reading) underWay.delete(accessToken);
  }
}

async function readSession(
  ctx: AccountsContext,
  accessToken: string,
  known: CachedSession | null,
): Promise<OpenSession | null> {
  const { db, tokens, clock, sessionCache } = ctx;
  const before = sessionCache.invalidations;
  const isUnchangedMeanwhile = (): boolean => sessionCache.invalidations === before;
  const claims = await tokens.readAccess(accessToken, clock.now());
  if (!claims) return null;
  const reading = findOpenSession(db, claims.sessionId, new Date(clock.now()));
  const session = await (known && isUnchangedMeanwhile() ? staleOnError(known, reading) : reading);
  if (known && session === known.session) {
    const readAt = clock.now() - freshForMs(ctx) + retryBackoffMs;
    if (isUnchangedMeanwhile()) sessionCache.cached.set(accessToken, { ...known, readAt });
    return session;
  }
  if (session?.user.id === claims.userId) {
    const { endsAt } = claims;
    if (isUnchangedMeanwhile()) cacheSession(sessionCache, accessToken, { session, endsAt, readAt: clock.now() });
    return session;
  }
  if (known) publishEnd(ctx, [claims.sessionId]);
  return null;
}

/** During a database outage no login session can be ended anywhere, so cached ones stay valid. */
function staleOnError({ session }: CachedSession, reading: Promise<OpenSession | undefined>) {
  const sessionOrCached = reading.catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) return session;
    throw error;
  });
  return Promise.race([sessionOrCached, pause(timeoutMs, session, { ref: false })]);
}

/**
 * Whether the password or a code was given to it within the last ten minutes; signing in counts.
 * Never from a cache.
 */
export async function isConfirmed({ db, clock }: AccountsContext, sessionId: string): Promise<boolean> {
  const session = await findSession(db, sessionId);
  const at = session?.confirmedAt ?? session?.createdAt;
  return at !== undefined && clock.now() - at.getTime() < confirmationMs;
}

/** In the caller's transaction. A `factor` also passes the second step of signing in. */
export async function confirmSession(
  ctx: AccountsContext,
  { tx, afterCommit }: UnitOfWork,
  { sessionId, user }: CallingSession,
  by: 'password' | 'factor',
): Promise<void> {
  const confirmedAt = new Date(ctx.clock.now());
  await updateConfirmed(
    tx,
    sessionId,
    by === 'factor' ? { confirmedAt, secondFactorAt: confirmedAt } : { confirmedAt },
  );
  afterCommit(() => invalidateUser(ctx, user.id));
}

/** Invalidates the cached login sessions of a user, so that the next call reads them again. */
export const invalidateUser = ({ bus }: AccountsContext, userId: string): void => bus.notify('user_changed', userId);
