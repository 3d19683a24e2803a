import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Database, queriesOver, type Transaction } from './connection.ts';

/**
 * Runs `work` in a transaction and retries once after a deadlock or a serialization failure, so
 * `work` must have no effects outside the database. Drizzle's own `transaction` on a pool leaks a
 * connection whose BEGIN fails, and returns one whose ROLLBACK fails to the pool.
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

/** Lets the winning transaction take the released locks before this one requests them again. */
const retryAfterMs = 100;

async function runOnce<T>({ $client: pool }: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await queriesOfClient(client).transaction(work);
  } finally {
    // True closes the connection, so that none with an open transaction returns to the pool.
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

/**
 * Cached because Drizzle reads the whole schema when it is created, while a connection serves many
 * transactions.
 */
const byClient = new WeakMap<pg.PoolClient, ReturnType<typeof queriesOver<pg.PoolClient>>>();

/** Drizzle wraps the driver's error. */
function isConflict(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if ('code' in one && retriedCodes.has(String(one.code))) return true;
  return false;
}

/** Serialization failure and deadlock detected. */
const retriedCodes: ReadonlySet<string> = new Set(['40001', '40P01']);
