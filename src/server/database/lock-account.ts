import { eq } from 'drizzle-orm';
import type { Transaction } from './connection.ts';
import { users } from './schema.ts';

/** Serializes what is written for a user. False: the account was deleted meanwhile. */
export const lockAccount = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await tx.select({ deletedAt: users.deletedAt }).from(users).where(eq(users.id, userId)).for('no key update'))[0]
    ?.deletedAt === null;
