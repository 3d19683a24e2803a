import { and, desc, eq, exists, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { TourName } from '#domain/accounts/user.ts';
import type { Language } from '#domain/language.ts';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { violates } from '#server/database/connection-errors.ts';
import { totpSecrets } from '#server/database/tables/sign-in-tables.ts';
import { refreshTokens, sessions, users } from '#server/database/schema.ts';
import { apiError } from '#server/http/api-error.ts';
import { type OpenSession, toUser, type User } from './accounts.api.ts';

export type UserRow = typeof users.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;
export type RefreshTokenRow = typeof refreshTokens.$inferSelect;
export type NewUser = typeof users.$inferInsert & { lang: Language };

export const findUserByEmail = async (db: Executor, email: string): Promise<UserRow | undefined> =>
  (await db.select().from(users).where(sql`lower(${users.email}) = lower(${email})`))[0];

export const findUser = async (db: Executor, id: string): Promise<UserRow | undefined> =>
  (await db.select().from(users).where(eq(users.id, id)))[0];

export const listUsers = (db: Executor, ids: readonly string[]): Promise<User[]> =>
  db
    .select()
    .from(users)
    .where(sql`${users.id} = any(${sql.param([...ids])}::uuid[])`)
    .then((rows) => rows.map(toUser));

/** Undefined: the address already has an account, possibly one created concurrently. */
export const insertUserIfAbsent = async (db: Executor, user: NewUser): Promise<UserRow | undefined> =>
  (await db.insert(users).values(user).onConflictDoNothing().returning())[0];

/** Locks the user, so that changes of one account are serialized. */
export async function lockUser(tx: Transaction, id: string): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  if (!user || user.deletedAt) throw apiError('unauthenticated');
  return user;
}

/** Whether the verified password is still the account's; it cannot change before the commit. */
export async function isUnchanged(tx: Transaction, { id, passwordHash }: UserRow): Promise<boolean> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('share');
  return user !== undefined && user.passwordHash === passwordHash && !user.isBlocked;
}

export const markActivated = async (tx: Transaction, id: string, activatedAt: Date): Promise<void> => {
  const isNew = and(eq(users.id, id), eq(users.isActivated, false));
  await tx.update(users).set({ isActivated: true, activatedAt }).where(isNew);
};

/** A password whose chooser reads the mail of the address. */
export const updatePassword = async (tx: Transaction, id: string, passwordHash: string, at: Date): Promise<void> => {
  await tx.update(users).set({ passwordHash, passwordProvenAt: at }).where(eq(users.id, id));
};

export const markPasswordProven = async (tx: Transaction, id: string, at: Date): Promise<void> => {
  const isUnproven = and(eq(users.id, id), isNull(users.passwordProvenAt));
  await tx.update(users).set({ passwordProvenAt: at }).where(isUnproven);
};

export const voidPassword = async (tx: Transaction, id: string): Promise<void> => {
  await tx.update(users).set({ passwordHash: null, passwordProvenAt: null }).where(eq(users.id, id));
};

/** Undefined: the account no longer exists. */
export const updateLanguage = async (db: Executor, id: string, lang: Language): Promise<UserRow | undefined> => {
  const isThere = and(eq(users.id, id), isNull(users.deletedAt));
  return (await db.update(users).set({ lang }).where(isThere).returning())[0];
};

export const updateClosedTours = async (db: Executor, id: string, closedTours: TourName[]): Promise<void> => {
  const isThere = and(eq(users.id, id), isNull(users.deletedAt));
  await db.update(users).set({ closedTours }).where(isThere);
};

export const findClosedTours = async (db: Executor, id: string): Promise<TourName[]> =>
  (await db.select({ closed: users.closedTours }).from(users).where(eq(users.id, id)))[0]?.closed ?? [];

/** Undefined: another account has the address. */
export async function updateEmail(tx: Transaction, id: string, email: string): Promise<UserRow | undefined> {
  // Savepoint: the violation must not abort the caller's transaction.
  try {
    return await tx.transaction(
      async (inner) => (await inner.update(users).set({ email }).where(eq(users.id, id)).returning())[0],
    );
  } catch (error) {
    if (violates(error, 'users__email')) return undefined;
    throw error;
  }
}

export const insertSession = async (db: Executor, session: typeof sessions.$inferInsert): Promise<void> => {
  await db.insert(sessions).values(session);
};

export const insertRefreshToken = async (db: Executor, token: typeof refreshTokens.$inferInsert): Promise<void> => {
  await db.insert(refreshTokens).values(token).onConflictDoNothing();
};

/**
 * Locks the row of the login session and then that of the token, so that two tabs rotate one after
 * the other. Deleting a login session, which deletes its tokens, uses the same lock order.
 */
export const findRefreshTokenForUpdate = async (tx: Transaction, tokenHash: Buffer) => {
  const hasTokenHash = eq(refreshTokens.tokenHash, tokenHash);
  const session = tx.select({ id: refreshTokens.sessionId }).from(refreshTokens).where(hasTokenHash);
  await tx.select({ id: sessions.id }).from(sessions).where(inArray(sessions.id, session)).for('no key update');
  return (await tx.select().from(refreshTokens).where(hasTokenHash).for('no key update'))[0];
};

/** All but the newest ones of a login session. */
export const deleteOldestTokens = async (tx: Transaction, sessionId: string, kept: number): Promise<void> => {
  await tx.execute(sql`
    delete from refresh_tokens where token_hash in (
      select token_hash from refresh_tokens where session_id = ${sessionId}
      order by issued_at desc, rotated_at desc nulls first offset ${kept})`);
};

export const markRotated = async (db: Transaction, tokenHash: Buffer, rotatedAt: Date): Promise<void> => {
  await db.update(refreshTokens).set({ rotatedAt }).where(eq(refreshTokens.tokenHash, tokenHash));
};

export const findOpenSession = async (db: Executor, sessionId: string, now: Date): Promise<OpenSession | undefined> => {
  const [row] = await db
    .select({ session: sessions, user: users, hasSecondFactor: hasSecondFactor(db) })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sessionId),
        isNull(sessions.revokedAt),
        sql`${sessions.expiresAt} > ${now}`,
        eq(users.isBlocked, false),
      ),
    );
  if (!row) return undefined;
  const { expiresAt, secondFactorAt } = row.session;
  const secondFactor = row.hasSecondFactor ? (secondFactorAt ? 'passed' : 'waiting') : 'none';
  return { sessionId, expiresAt, user: toUser(row.user), secondFactor };
};

/** Whether the user of the outer query has an authenticator app that was confirmed. */
const hasSecondFactor = (db: Executor) => {
  const isOwn = eq(totpSecrets.userId, users.id);
  const totp = db
    .select()
    .from(totpSecrets)
    .where(and(isOwn, isNotNull(totpSecrets.confirmedAt)));
  return sql<boolean>`${exists(totp)}`;
};

/** The user of a refresh token's login session, if both are still valid. Uses nothing up. */
export const findUserOfToken = async (
  db: Executor,
  tokenHash: Buffer,
  { now, rotatedSince }: { now: Date; rotatedSince: Date },
): Promise<string | undefined> => {
  const isCurrent = or(isNull(refreshTokens.rotatedAt), gt(refreshTokens.rotatedAt, rotatedSince));
  const isOpen = and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now));
  const [row] = await db
    .select({ userId: sessions.userId })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(and(eq(refreshTokens.tokenHash, tokenHash), isCurrent, isOpen));
  return row?.userId;
};

export const touchSession = async (
  db: Executor,
  sessionId: string,
  seen: { lastSeenAt: Date; userAgent: string },
): Promise<void> => {
  await db.update(sessions).set(seen).where(eq(sessions.id, sessionId));
};

export const updateConfirmed = async (
  tx: Transaction,
  sessionId: string,
  at: { readonly confirmedAt: Date; readonly secondFactorAt?: Date },
): Promise<void> => {
  await tx.update(sessions).set(at).where(eq(sessions.id, sessionId));
};

export const findSession = async (db: Executor, sessionId: string): Promise<SessionRow | undefined> =>
  (await db.select().from(sessions).where(eq(sessions.id, sessionId)))[0];

/** The browser of the first login session, which the registration began. */
export const findFirstUserAgent = async (db: Executor, userId: string): Promise<string | undefined> => {
  const own = db.select({ userAgent: sessions.userAgent }).from(sessions).where(eq(sessions.userId, userId));
  return (await own.orderBy(sessions.createdAt).limit(1))[0]?.userAgent;
};

/** More than a user looks through. */
const listedSessions = 100;

export const listOpenSessions = (db: Executor, userId: string, now: Date): Promise<SessionRow[]> =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(listedSessions);

/** The login sessions among these that are still open. */
export const listOpenAmong = async (db: Executor, ids: readonly string[]): Promise<string[]> => {
  const isOpen = and(inArray(sessions.id, [...ids]), isNull(sessions.revokedAt));
  return (await db.select({ id: sessions.id }).from(sessions).where(isOpen)).map(({ id }) => id);
};

/** False: it had already ended. */
export const revokeSession = async (db: Executor, sessionId: string, revokedAt: Date): Promise<boolean> => {
  const isOpen = and(eq(sessions.id, sessionId), isNull(sessions.revokedAt));
  return (await db.update(sessions).set({ revokedAt }).where(isOpen).returning()).length > 0;
};

/** Their ids. */
export const revokeSessions = async (
  db: Executor,
  { userId, except }: { userId: string; except?: string | undefined },
  revokedAt: Date,
): Promise<string[]> => {
  const isSaved = except === undefined ? undefined : ne(sessions.id, except);
  const isOpen = and(eq(sessions.userId, userId), isNull(sessions.revokedAt), isSaved);
  const ended = await db.update(sessions).set({ revokedAt }).where(isOpen).returning({ id: sessions.id });
  return ended.map(({ id }) => id);
};
