import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Database, queriesOver, type Transaction } from './connection.ts';

/**
 * Runs `work` in a transaction, and once more if PostgreSQL ended it for a deadlock or a serialization failure: `work`
 * has no effects outside the database. Drizzle's own `transaction` on a pool never gives back a connection whose BEGIN
 * fails, and gives back one whose ROLLBACK fails.
 */
export async function inTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await runOnce(db, work);
  } catch (error) {
    if (!isConflict(error)) throw error;
    await pause(retryAfterMs);
    return runOnce(db, work);
  }
}

/** The transaction that won takes the locks that this one gave up, before it asks for them again. */
const retryAfterMs = 100;

async function runOnce<T>({ $client: pool }: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await queriesOfClient(client).transaction(work);
  } finally {
    // True closes it: nobody else gets a connection with a transaction open.
    client.release(client.getTransactionStatus() !== outsideTransaction);
  }
}

const outsideTransaction = 'I';

function queriesOfClient(client: pg.PoolClient): ReturnType<typeof queriesOver<pg.PoolClient>> {
  const known = byClient.get(client);
  if (known) return known;
  const queries = queriesOver(client);
  byClient.set(client, queries);
  return queries;
}

/** Drizzle reads the whole schema when it is created, and a connection lives for many transactions. */
const byClient = new WeakMap<pg.PoolClient, ReturnType<typeof queriesOver<pg.PoolClient>>>();

/** Drizzle wraps the driver's error. */
function isConflict(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if ('code' in one && retriedCodes.has(String(one.code))) return true;
  return false;
}

/** Serialization failure and deadlock detected. */
const retriedCodes: ReadonlySet<string> = new Set(['40001', '40P01']);
