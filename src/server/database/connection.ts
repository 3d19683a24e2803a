import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { minuteMs } from '#domain/time.ts';
import { connectionSettings, type DatabaseTimeouts, databaseTimeouts } from './connection-settings.ts';
import { isIdleTimeout } from './connection-errors.ts';
import * as schema from './schema.ts';

export type Database = NodePgDatabase<typeof schema> & { readonly $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** Runs statements, in a transaction or without one. */
export type Executor = Database | Transaction;

export interface DatabaseConnection {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly url: string;
  close(): Promise<void>;
}

/** The connections of a process that starts. */
export interface StartingConnection extends DatabaseConnection {
  /** From now on a request waits no longer for a connection than its timeouts say. */
  endStart(): void;
}

export interface ConnectionOptions {
  readonly url: string;
  /** Called when an idle connection breaks: logged, because no request is affected. */
  readonly onIdleError: (error: Error) => void;
  readonly maxConnections?: number;
  /** An unused connection is closed after this, in milliseconds; 0: never. */
  readonly idleMs?: number;
  readonly timeouts?: DatabaseTimeouts;
}

/**
 * The database has answered already, so that only this process can be slow: a timer that expired
 * while it was busy must not close a connection whose answer it has not read yet.
 */
export function connectWhileStarting(options: ConnectionOptions): StartingConnection {
  const { connect } = options.timeouts ?? databaseTimeouts;
  const connection = connectDatabase(options);
  const waitForConnection = (ms: number): void => void (connection.pool.options.connectionTimeoutMillis = ms);
  waitForConnection(startConnectMs);
  return { ...connection, endStart: () => waitForConnection(connect) };
}

const startConnectMs = minuteMs;

export function connectDatabase(options: ConnectionOptions): DatabaseConnection {
  const { url, onIdleError, maxConnections = 20, idleMs = 10_000, timeouts = databaseTimeouts } = options;
  const pool = new pg.Pool({
    ...connectionSettings(url, timeouts),
    max: maxConnections,
    idleTimeoutMillis: idleMs,
    application_name: 'kurs',
  });
  pool.on('error', onIdleError);
  repeatAfterIdleTimeout(pool);
  return { db: queriesOver(pool), pool, url, close: () => pool.end() };
}

/**
 * A session that the server ended because it was idle has run nothing of the query that meets its
 * end: a process that was busy for a minute, as while it starts, sends it again.
 */
function repeatAfterIdleTimeout(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const repeat = async (...args: unknown[]): Promise<unknown> => {
    for (;;) {
      try {
        return await query(...args);
      } catch (error) {
        if (!isIdleTimeout(error)) throw error;
      }
    }
  };
  Object.assign(pool, { query: repeat });
}

/** Drizzle on a pool or on one of its connections. */
export const queriesOver = <Client extends pg.Pool | pg.PoolClient>(client: Client) =>
  drizzle({ client, schema, casing: 'snake_case' });
