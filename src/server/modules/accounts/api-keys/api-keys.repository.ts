import { and, asc, count, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connection.ts';
import { apiKeys } from '#server/database/tables/key-tables.ts';
import { users } from '#server/database/schema.ts';
import { toUser, type User } from '../accounts.api.ts';

export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** A key that has not expired, with its user, who is neither blocked nor deleted. */
export async function findKeyByHash(
  db: Database,
  keyHash: Buffer,
  now: Date,
): Promise<{ key: ApiKeyRow; user: User } | null> {
  const isOpen = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now));
  const isActive = and(eq(users.isBlocked, false), isNull(users.deletedAt));
  const [row] = await db
    .select({ key: apiKeys, user: users })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(and(eq(apiKeys.keyHash, keyHash), isOpen, isActive));
  return row ? { key: row.key, user: toUser(row.user) } : null;
}

export const touchKey = async (db: Database, id: string, lastUsedAt: Date): Promise<void> => {
  await db.update(apiKeys).set({ lastUsedAt }).where(eq(apiKeys.id, id));
};

export const listKeys = (db: Database, userId: string): Promise<ApiKeyRow[]> =>
  db.select().from(apiKeys).where(eq(apiKeys.userId, userId)).orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));

export const countKeys = async (tx: Transaction, userId: string): Promise<number> =>
  (await tx.select({ keys: count() }).from(apiKeys).where(eq(apiKeys.userId, userId)))[0]?.keys ?? 0;

export const insertKey = async (tx: Transaction, key: typeof apiKeys.$inferInsert): Promise<void> => {
  await tx.insert(apiKeys).values(key);
};

export const deleteExpiredKeys = async (tx: Transaction, userId: string, now: Date): Promise<void> => {
  await tx.delete(apiKeys).where(and(eq(apiKeys.userId, userId), lte(apiKeys.expiresAt, now)));
};

/** False: the user has no such key. */
export const deleteKey = async (db: Database, userId: string, id: string): Promise<boolean> =>
  (
    await db
      .delete(apiKeys)
      .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, userId)))
      .returning()
  ).length > 0;
