import { sql } from 'drizzle-orm';
import type { Transaction } from './connection.ts';

/**
 * One writer at a time of what must be numbered without holes and in the order of commits: the record's leaves and
 * the users' events. Held until the transaction ends, so take it as late as possible.
 */
export const orderWrites = async (tx: Transaction): Promise<void> => {
  if (ordered.has(tx)) return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('kurs.ordered_writes'))`);
  ordered.add(tx);
};

/** Transactions that hold the lock already. */
const ordered = new WeakSet<Transaction>();
