import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Language } from '#domain/language.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { refreshTokens, sessions, users } from '#server/database/schema.ts';

export type UserRow = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert & { lang: Language };

/** A session that still holds, with the user it belongs to. */
export interface OpenSession {
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly user: UserRow;
}

type Executor = Database | Transaction;

export const findUserByEmail = async (db: Executor, email: string): Promise<UserRow | undefined> =>
  (await db.select().from(users).where(sql`lower(${users.email}) = lower(${email})`))[0];

export const findUser = async (db: Executor, id: string): Promise<UserRow | undefined> =>
  (await db.select().from(users).where(eq(users.id, id)))[0];

export const insertUserIfAbsent = async (db: Executor, user: NewUser): Promise<void> => {
  await db.insert(users).values(user).onConflictDoNothing();
};

export const updateBalance = async (
  db: Executor,
  userId: string,
  check: { balance: number | null; balanceCheckedAt: Date; isSelfExcluded: boolean },
): Promise<void> => {
  await db.update(users).set(check).where(eq(users.id, userId));
};

export const insertSession = async (db: Executor, session: typeof sessions.$inferInsert): Promise<void> => {
  await db.insert(sessions).values(session);
};

export const insertRefreshToken = async (db: Executor, token: typeof refreshTokens.$inferInsert): Promise<void> => {
  await db.insert(refreshTokens).values(token).onConflictDoNothing();
};

/** Locks the token's row, so that two tabs rotate one after the other. */
export const findRefreshTokenForUpdate = async (db: Transaction, tokenHash: Buffer) =>
  (await db.select().from(refreshTokens).where(eq(refreshTokens.tokenHash, tokenHash)).for('update'))[0];

export const markRotated = async (db: Transaction, tokenHash: Buffer, rotatedAt: Date): Promise<void> => {
  await db.update(refreshTokens).set({ rotatedAt }).where(eq(refreshTokens.tokenHash, tokenHash));
};

export const findOpenSession = async (db: Executor, sessionId: string, now: Date): Promise<OpenSession | undefined> => {
  const [row] = await db
    .select({ session: sessions, user: users })
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
  return row && { sessionId: row.session.id, expiresAt: row.session.expiresAt, user: row.user };
};

export const revokeSession = async (db: Executor, sessionId: string, revokedAt: Date): Promise<void> => {
  await db
    .update(sessions)
    .set({ revokedAt })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
};
