import { and, eq, gte, isNull } from 'drizzle-orm';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { accountLinks, users } from '#server/database/schema.ts';
import { lockUser, type UserRow } from './accounts.repository.ts';

export type LinkRow = typeof accountLinks.$inferSelect;
type Purpose = LinkRow['purpose'];

export interface FoundLink {
  readonly link: LinkRow;
  readonly user: UserRow;
}

export async function findLink(db: Executor, tokenHash: Buffer, purpose: Purpose): Promise<FoundLink | undefined> {
  const [row] = await db
    .select({ link: accountLinks, user: users })
    .from(accountLinks)
    .innerJoin(users, eq(users.id, accountLinks.userId))
    .where(and(eq(accountLinks.tokenHash, tokenHash), eq(accountLinks.purpose, purpose)));
  return row;
}

/**
 * Locks the user first, like every change of an account: what is read then stays true until the
 * commit.
 */
export async function findLinkForUpdate(
  tx: Transaction,
  tokenHash: Buffer,
  purpose: Purpose,
): Promise<FoundLink | undefined> {
  const found = await findLink(tx, tokenHash, purpose);
  if (!found) return undefined;
  await lockUser(tx, found.user.id);
  return findLink(tx, tokenHash, purpose);
}

/** Whether the user has a link that nobody has used and that works until then. */
export const hasOpenLink = async (db: Executor, userId: string, purpose: Purpose, until: Date): Promise<boolean> => {
  const isOpen = and(
    isNull(accountLinks.usedAt),
    isNull(accountLinks.supersededAt),
    gte(accountLinks.expiresAt, until),
  );
  return (
    (await db.$count(accountLinks, and(eq(accountLinks.userId, userId), eq(accountLinks.purpose, purpose), isOpen))) > 0
  );
};

export const insertLink = async (tx: Transaction, link: typeof accountLinks.$inferInsert): Promise<void> => {
  await tx.insert(accountLinks).values(link);
};

export const markLinkUsed = async (tx: Transaction, tokenHash: Buffer, usedAt: Date): Promise<void> => {
  await tx.update(accountLinks).set({ usedAt }).where(eq(accountLinks.tokenHash, tokenHash));
};

export const supersedeLinks = async (tx: Transaction, userId: string, purpose: Purpose, at: Date): Promise<void> => {
  const isOlder = and(
    eq(accountLinks.userId, userId),
    eq(accountLinks.purpose, purpose),
    isNull(accountLinks.supersededAt),
  );
  await tx.update(accountLinks).set({ supersededAt: at }).where(isOlder);
};
