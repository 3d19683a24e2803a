import { sql } from 'drizzle-orm';
import type { Database, Transaction } from './connection.ts';

/** This process no longer leads; what it was about to write was rolled back. */
export class TermEndedError extends Error {
  constructor(term: number) {
    super(`term ${term} has ended: another process leads`);
    this.name = 'TermEndedError';
  }
}

type Fence = (tx: Transaction) => Promise<void>;
const fences = new WeakMap<Database, Fence>();

/**
 * The database for what only the leader may write: each of its transactions is refused once a newer
 * term has begun, and no newer term begins before it has ended.
 */
export function fencedDatabase(db: Database, leader: { readonly term: () => number }): Database {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- inherits everything
  const fenced = Object.create(db) as Database;
  fences.set(fenced, (tx) => requireTerm(tx, leader.term()));
  return fenced;
}

/** Called at the beginning of each transaction. */
export const requireFence = async (db: Database, tx: Transaction): Promise<void> => {
  await fences.get(db)?.(tx);
};

async function requireTerm(tx: Transaction, term: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtext('kurs.leader_term'))`);
  const { rows } = await tx.execute(sql`select 1 from leader_terms where term > ${term} limit 1`);
  if (term === 0 || rows.length > 0) throw new TermEndedError(term);
}
