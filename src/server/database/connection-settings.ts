import type pg from 'pg';
import { clientWithDeadline } from './client-with-deadline.ts';

/** In milliseconds. A query is over on the server before the client gives up on its connection. */
export interface DatabaseTimeouts {
  /** Until a new connection is ready, or a pooled one is free. */
  readonly connect: number;
  /** For one lock. Ends what waits behind a connection that nobody answers any more. */
  readonly lock: number;
  /** For one statement. What takes longer is done in batches. */
  readonly statement: number;
  /** Without an answer for this long the connection is taken for dead. */
  readonly answer: number;
  /** After this pause between two statements the server ends a transaction and frees its locks. */
  readonly idleInTransaction: number;
}

/** Their sum over one connection is below the ten seconds in which writers go on after an outage (F45). */
export const databaseTimeouts: DatabaseTimeouts = {
  connect: 1_000,
  lock: 4_000,
  statement: 5_000,
  answer: 6_000,
  idleInTransaction: 5_000,
};

/** A pool closes a connection after 10 s without a query: an older idle one belongs to a client that is gone. */
const idleSessionMs = 60_000;

/** What every pool connects with. */
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
