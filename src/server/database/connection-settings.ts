import type pg from 'pg';
import { minuteMs } from '#domain/time.ts';
import { clientWithDeadline } from './client-with-deadline.ts';

/** In milliseconds. The server ends a query before the client gives up on its connection. */
export interface DatabaseTimeouts {
  /** Until a new connection is ready or a pooled one is free. */
  readonly connect: number;
  /** Lock timeout, per lock. Frees requests that wait behind a dead connection. */
  readonly lock: number;
  /** Statement timeout. Longer work is done in batches. */
  readonly statement: number;
  /** Without a response for this long, the connection is considered dead. */
  readonly answer: number;
  /**
   * After this pause between two statements, the server ends the transaction and releases its
   * locks.
   */
  readonly idleInTransaction: number;
}

/** Their sum over one connection is below the ten seconds within which writers resume after an outage. */
export const databaseTimeouts: DatabaseTimeouts = {
  connect: 1_000,
  lock: 4_000,
  statement: 5_000,
  answer: 6_000,
  idleInTransaction: 5_000,
};

/**
 * A pool closes a connection after 10 s without a query, so an older idle session belongs to a dead
 * client.
 */
const idleSessionMs = minuteMs;

/** Connection settings of every pool. */
export const connectionSettings = (url: string, timeouts: DatabaseTimeouts = databaseTimeouts) =>
  ({
    connectionString: url,
    Client: clientWithDeadline(timeouts.answer),
    connectionTimeoutMillis: timeouts.connect,
    lock_timeout: timeouts.lock,
    statement_timeout: timeouts.statement,
    idle_in_transaction_session_timeout: timeouts.idleInTransaction,
    options: `-c idle_session_timeout=${idleSessionMs}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: timeouts.answer,
  }) satisfies pg.PoolConfig;
