import { eq, sql } from 'drizzle-orm';
import type { Transaction } from './connection.ts';
import { users } from './schema.ts';

/**
 * Serialises the writers of data that must be numbered without gaps and in commit order: the
 * record's leaves and the users' events. Held until the transaction ends, so acquire it as late as
 * possible.
 */
export const orderWrites = async (tx: Transaction): Promise<void> => {
  if (ordered.has(tx)) return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('kurs.ordered_writes'))`);
  ordered.add(tx);
};

/** Transactions that already hold the lock. */
const ordered = new WeakSet<Transaction>();

/** Serializes what is written for a user. False: the account was deleted meanwhile. */
export const lockAccount = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await tx.select({ deletedAt: users.deletedAt }).from(users).where(eq(users.id, userId)).for('no key update'))[0]
    ?.deletedAt === null;
