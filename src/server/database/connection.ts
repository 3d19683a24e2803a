import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as schema from './schema.ts';

export type Database = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface DatabaseConnection {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly url: string;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  readonly url: string;
  /** A connection broke while nobody used it: known to the log, not an error of any request. */
  readonly onIdleError: (error: Error) => void;
  readonly maxConnections?: number;
}

/** Longer than this a request does not wait for a free connection: it is refused with 503. */
const poolWaitMs = 1_000;
/** No query of ours takes longer, unless the server is in trouble. */
const statementTimeoutMs = 15_000;

export function connectDatabase({ url, onIdleError, maxConnections = 20 }: ConnectionOptions): DatabaseConnection {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: poolWaitMs,
    statement_timeout: statementTimeoutMs,
    application_name: 'kurs',
  });
  pool.on('error', onIdleError);
  return { db: drizzle({ client: pool, schema, casing: 'snake_case' }), pool, url, close: () => pool.end() };
}
