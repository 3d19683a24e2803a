import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { minuteMs } from '#domain/time.ts';
import { connectionSettings, type DatabaseTimeouts, databaseTimeouts } from './connection-settings.ts';
import { isIdleTimeout } from './connection-errors.ts';
import * as schema from './schema.ts';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DrizzleQueryError, sql } from 'drizzle-orm';

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

/**
 * Registers an in-process effect (publish an event, invalidate a cache) that follows the commit.
 */
type AfterCommit = (effect: () => void) => void;

/** A transaction, and what follows its commit. */
export interface UnitOfWork {
  readonly tx: Transaction;
  readonly afterCommit: AfterCommit;
}

/**
 * Runs `work` in a transaction and retries once after a deadlock, a serialization failure, or when
 * the pool's connection turns out to be closed at BEGIN. So `work` must have no effects outside the
 * database except those it registers with `afterCommit`: they run once, in order, after the commit
 * and before this resolves; those of a failed attempt are dropped. An effect that throws rejects
 * the call although it is committed, and skips the effects after it. Drizzle's own `transaction` on
 * a pool leaks a connection whose BEGIN fails, and returns one whose ROLLBACK fails to the pool.
 */
export async function inTransaction<T>(db: Database, work: Work<T>): Promise<T> {
  const { result, effects } = await runOrRetry(db, work);
  for (const effect of effects) effect();
  return result;
}

const runOrRetry = <T>(db: Database, work: Work<T>) =>
  runOnce(db, work).catch(async (error: unknown) => {
    if (!isConflict(error) && !isFailedBegin(error)) throw error;
    await pause(retryAfterMs);
    return runOnce(db, work);
  });

type Work<T> = (unit: UnitOfWork) => Promise<T>;

/**
 * Lets the winning transaction take the released locks before this one requests them again, and the
 * pool drop the other connections that the server has closed.
 */
const retryAfterMs = 100;

async function runOnce<T>(db: Database, work: Work<T>) {
  const { $client: pool } = db;
  const effects: (() => void)[] = [];
  const client = await pool.connect();
  const failures: unknown[] = [];
  try {
    const result = await queriesOfClient(pool, client).transaction(async (tx) => {
      try {
        await requireFence(db, tx);
        return await work({ tx, afterCommit: (effect) => void effects.push(effect) });
      } catch (error) {
        failures.push(error);
        throw error;
      }
    });
    return { result, effects };
  } catch (error) {
    // Over a broken connection the rollback fails as well; the first error is the one to report.
    throw isFailedRollback(error) && failures.length > 0 ? failures[0] : error;
  } finally {
    // True closes the connection, so that none with an open transaction returns to the pool.
    client.release(client.getTransactionStatus() !== outsideTransaction);
  }
}

const outsideTransaction = 'I';

function queriesOfClient(pool: pg.Pool, client: pg.PoolClient): ReturnType<typeof queriesOver<pg.PoolClient>> {
  const known = byClient.get(client);
  if (known) return known;
  const getName = namesByPool.get(pool) ?? createGetName();
  namesByPool.set(pool, getName);
  const queries = queriesOver(prepareStatements(client, getName));
  byClient.set(client, queries);
  return queries;
}

/**
 * Cached because Drizzle reads the whole schema when it is created, while a connection serves many
 * transactions.
 */
const byClient = new WeakMap<pg.PoolClient, ReturnType<typeof queriesOver<pg.PoolClient>>>();

/**
 * A connection on which PostgreSQL parses and plans a frequent statement with parameters once, and
 * not each time it is sent.
 */
function prepareStatements(client: pg.PoolClient, getName: GetName): pg.PoolClient {
  const query = (statement: pg.QueryConfig | string, values: unknown[] = []): unknown =>
    typeof statement === 'string' || values.length === 0
      ? client.query(statement, values)
      : client.query({ ...statement, name: getName(statement.text) }, values);
  return Object.create(client, { query: { value: query } });
}

/** The name under which a statement is prepared; undefined: it is not. */
type GetName = (text: string) => string | undefined;

/** The text of an insert differs by its number of rows: only what is sent this often takes one of the names. */
const minUses = 5;
/** Each open connection holds its prepared statements, some 20 kB each, until it closes. */
const maxNames = 300;
/** Texts whose uses are counted; the one that was not sent for longest is forgotten. */
const maxCounted = 1_000;
/** Longer statements insert many rows. */
const maxLength = 4_000;

function createGetName(): GetName {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames || text.length > maxLength) return known;
    const used = (uses.get(text) ?? 0) + 1;
    uses.delete(text);
    if (used < minUses) {
      uses.set(text, used);
      const [oldest] = uses.keys();
      if (oldest !== undefined && uses.size > maxCounted) uses.delete(oldest);
      return undefined;
    }
    const name = createHash('sha256').update(text).digest('base64url');
    names.set(text, name);
    return name;
  };
}

const namesByPool = new WeakMap<pg.Pool, GetName>();

const isFailedRollback = (error: unknown): boolean => error instanceof DrizzleQueryError && error.query === 'rollback';

/** Nothing of the work was sent. */
const isFailedBegin = (error: unknown): boolean => error instanceof DrizzleQueryError && error.query === 'begin';

/** Drizzle wraps the driver's error. */
function isConflict(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if ('code' in one && retriedCodes.has(String(one.code))) return true;
  return false;
}

/** Serialization failure and deadlock detected. */
const retriedCodes: ReadonlySet<string> = new Set(['40001', '40P01']);

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
const requireFence = async (db: Database, tx: Transaction): Promise<void> => {
  await fences.get(db)?.(tx);
};

async function requireTerm(tx: Transaction, term: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtext('kurs.leader_term'))`);
  const { rows } = await tx.execute(sql`select 1 from leader_terms where term > ${term} limit 1`);
  if (term === 0 || rows.length > 0) throw new TermEndedError(term);
}
