import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { getErrorCode } from '#domain/caught-error.ts';
import { minuteMs, secondMs } from '#domain/time.ts';
import { StartError } from '#node/start-error.ts';
import { isDatabaseUnavailable, isIdleTimeout } from './connection-errors.ts';
import {
  connectWhileStarting,
  type StartingConnection,
  type ConnectionOptions,
  connectDatabase,
} from './connection.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import type { LeaderSelf } from './leader-session.ts';
import { type Leader, neverLeads, standForLeadership, takeLeadership } from './leader.ts';
import { migrateDatabase } from './migrate-database.ts';
import type { Config } from '#server/config.ts';
import type { ReadinessState } from '#server/http/check-readiness.ts';
import { databaseTimeouts, connectionSettings, poolSession } from './connection-settings.ts';
import { randomInt } from 'node:crypto';

export interface OpenDatabase extends StartingConnection {
  /** Resolves when an embedded server ends unexpectedly, with the last lines of its log. */
  readonly lost: Promise<string>;
  readonly leader: Leader;
  check(): Promise<ReadinessState>;
}

/** Opens the operator's or the embedded database, migrated, with its connections. */
export async function openDatabase(
  config: Config,
  self: LeaderSelf,
  print: (line: string) => void,
  logger: Logger,
): Promise<OpenDatabase> {
  const { server, url } = await findServer(config, print);
  const open = async (): Promise<Leader> => {
    if (config.databaseUrl !== null) await requireSessions(url);
    // Leadership is taken first, so that a second process on the same database changes nothing.
    const needs = { url, self, log: logger };
    if (config.role === 'all') return takeLeadership({ ...needs, prepare: () => migrateDatabase(url) });
    await migrateDatabase(url);
    return config.role === 'engine' ? standForLeadership(needs) : neverLeads;
  };
  const leader = await waitForDatabase(open, { url, print, exited: server?.exited }).catch(async (error: unknown) => {
    await server?.stop();
    throw error;
  });
  let isClosing = false;
  const onIdleError = (error: Error): void => {
    // A pool does not wait for its connections to end, so an embedded server may end them first.
    if (!isClosing && !isIdleTimeout(error)) logger.warn({ err: error }, 'database connection lost');
  };
  const connection = connectWhileStarting({ url, onIdleError, maxConnections: config.databaseConnections });
  const checking = createDatabaseCheck({ url, onIdleError });
  return {
    ...connection,
    close: async () => {
      isClosing = true;
      await checking.close();
      await connection.close();
      await leader.release();
      await server?.stop();
    },
    leader,
    lost: new Promise((resolve) => void server?.exited.then((log) => isClosing || resolve(log))),
    check: async () => {
      if (config.role === 'all' && !leader.isLeading()) return 'down';
      return checking.check();
    },
  };
}

async function findServer({ databaseUrl, dataDir }: Config, print: (line: string) => void) {
  if (databaseUrl !== null) return { server: null, url: databaseUrl };
  const server = await startEmbeddedPostgres({ dataDir, print });
  return { server, url: server.url };
}

interface WaitingForDatabase {
  readonly url: string;
  readonly print: (line: string) => void;
  /** Of an embedded server: resolves when it ends, with the last lines of its log. */
  readonly exited?: Promise<string> | undefined;
  /** Milliseconds; never goes back. */
  readonly now?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
}

const giveUpAfterMs = minuteMs;
const retryAfterMs = secondMs;

/**
 * Opens what needs the database, again for a minute while it does not answer: it may still be
 * starting, or the machine be busy. Throws one plain sentence after that, and at once when waiting
 * cannot help.
 */
export async function waitForDatabase<Opened>(
  open: () => Promise<Opened>,
  { url, print, exited, now = () => performance.now(), wait = pause }: WaitingForDatabase,
): Promise<Opened> {
  const where = describeDatabase(url);
  const startedAt = now();
  let log: string | null = null;
  void exited?.then((lines) => (log = lines));
  for (let attempt = 1; ; attempt++) {
    try {
      return await open();
    } catch (error) {
      if (!isAway(error)) throw toDatabaseStartError(error, url) ?? error;
      if (log !== null) throw new StartError(describeExit(log));
      const answer = quoteServer(error);
      if (now() - startedAt >= giveUpAfterMs)
        throw new StartError(
          answer === ''
            ? `The database at ${where} has not answered for a minute, in ${attempt} attempts to connect. Start it, or correct DATABASE_URL.`
            : `The database at ${where} has rejected this product for a minute, in ${attempt} attempts to connect. Allow it to connect, or correct DATABASE_URL.${answer}`,
        );
      if (attempt === 1) print(`Waiting for the database at ${where}…${answer}`);
    }
    await wait(retryAfterMs);
  }
}

const lockNotAvailable = '55P03';

/** A migration waits for its locks by itself. */
const isAway = (error: unknown): boolean => isDatabaseUnavailable(error) && getErrorCode(error) !== lockNotAvailable;

interface DatabaseState {
  readonly state: ReadinessState;
  /** Latency of a minimal query in milliseconds; null: it had no answer. */
  readonly answerMs: number | null;
}

/** A slow database is degraded, one without an answer is down. */
export async function checkDatabase(pool: pg.Pool): Promise<DatabaseState> {
  const startedAt = performance.now();
  try {
    await pool.query('select 1');
  } catch {
    return { state: 'down', answerMs: null };
  }
  const answerMs = Math.round((performance.now() - startedAt) * 10) / 10;
  return { state: answerMs > slowMs ? 'degraded' : 'ok', answerMs };
}

const slowMs = 1_000;

/**
 * A check on a connection of its own that stays open: while the database is slow, every other one may
 * be in use, and to open another takes longer than its timeout.
 */
export function createDatabaseCheck({ url, onIdleError }: Pick<ConnectionOptions, 'url' | 'onIdleError'>) {
  const timeouts = { ...databaseTimeouts, connect: patientConnectMs };
  const { pool, close } = connectDatabase({ url, onIdleError, maxConnections: 1, idleMs: 0, timeouts });
  return { check: async (): Promise<ReadinessState> => (await checkDatabase(pool)).state, close };
}

/** Signing in to the server takes several round trips. */
const patientConnectMs = 10_000;

/**
 * Refuses a database whose sessions do not keep what is set and locked in them: there two processes
 * would lead at once, and no timeout would hold.
 */
async function requireSessions(url: string): Promise<void> {
  const sessionError = await findSessionError(url);
  if (sessionError !== null)
    throw new StartError(
      `The database at ${describeDatabase(url)} cannot be used through this connection: ${sessionError}.\nA pooler between this product and PostgreSQL must give each connection a session of its own (PgBouncer: pool_mode = session), or DATABASE_URL lead to PostgreSQL itself.`,
    );
}

/** Null: they do. */
export async function findSessionError(url: string): Promise<string | null> {
  const { Client, ...settings } = connectionSettings(url, { ...databaseTimeouts, connect: databaseTimeouts.answer });
  const [first, second] = [new Client(settings), new Client(settings)];
  // A broken connection also rejects the running query.
  for (const client of [first, second]) client.on('error', () => undefined);
  try {
    await first.connect();
    await second.connect();
    const lost = await probeLock(first, second).catch((error: unknown) => {
      // A pooler answers so to a statement that it does not pass on.
      if (error instanceof pg.DatabaseError && error.code === '08P01') return error.message;
      throw error;
    });
    return lost ?? (await findLostSetting(first));
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
}

/**
 * Over two transactions, while another client has one open: a pooler that shares sessions would give
 * that one the session of the first, or the first another one for its second transaction.
 */
async function probeLock(first: pg.Client, second: pg.Client): Promise<string | null> {
  const key = [randomInt(2 ** 31)];
  const lock = 'select pg_try_advisory_lock($1) as done';
  const unlock = 'select pg_advisory_unlock($1) as done';
  const ask = async (client: pg.Client, statement: string): Promise<boolean> =>
    (await client.query<{ done: boolean }>(statement, key)).rows[0]?.done === true;
  await ask(first, lock);
  await second.query('begin');
  const isShared = await ask(second, lock);
  if (isShared) for (let held = 0; held < 2; held += 1) await ask(second, unlock);
  const isKept = !isShared && (await ask(first, unlock));
  await second.query('rollback');
  return isKept ? null : 'a session lasts no longer than a transaction, so that locks and settings are lost';
}

async function findLostSetting(client: pg.Client): Promise<string | null> {
  const wanted = poolSession(databaseTimeouts);
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [Object.keys(wanted)],
  );
  const lost = rows.filter(({ name, setting }) => setting !== wanted[name]);
  return lost.length === 0
    ? null
    : lost.map(({ name, setting }) => `${name} is ${setting} after it was set`).join(', ');
}

/** Host, port and name of the database, without its user and password. */
function describeDatabase(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}

/** What the operator reads when an embedded server has ended; `log`: its last lines. */
export const describeExit = (log: string): string => `The embedded database exited unexpectedly:\n${log}`;

/** What the operator can do about an error of the database at a start; null: it is another error. */
export function toDatabaseStartError(error: unknown, url: string): StartError | null {
  const advice = findAdvice(error, url);
  return advice === null ? null : new StartError(advice + quoteServer(error));
}

function findAdvice(error: unknown, url: string): string | null {
  const where = describeDatabase(url);
  const { pathname, hostname } = new URL(url);
  switch (findCode(error)) {
    case '28P01':
    case '28000':
      return `The database at ${where} refuses this user or password. Correct DATABASE_URL.`;
    case '3D000':
      return `There is no database ${pathname.slice(1)} at ${hostname}. Create it, or correct DATABASE_URL.`;
    case '42501':
      return `The user of DATABASE_URL lacks a right at ${where}. Grant it CREATE on the database and on its schema public.`;
    case '25006':
      return `The database at ${where} is a read-only copy. Let DATABASE_URL lead to the server that it copies.`;
    case '55P03':
      return `The tables at ${where} are in use by long transactions, so that they could not be migrated. End them (pg_stat_activity), and start again.`;
  }
  if (!isDatabaseUnavailable(error)) return null;
  return findAnswer(error) === null
    ? `The database at ${where} does not answer. Start it, or correct DATABASE_URL.`
    : `The database at ${where} rejects this product. Allow it to connect, or correct DATABASE_URL.`;
}

/** The server's own words at the end of a sentence; empty: it has not answered. */
const quoteServer = (error: unknown): string => {
  const answer = findAnswer(error);
  return answer === null ? '' : ` The server answered: ${answer.message}`;
};

/** What the server, or a pooler in front of it, has answered. */
function findAnswer(error: unknown): pg.DatabaseError | null {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof pg.DatabaseError) return one;
  return null;
}

/** Drizzle wraps the driver's error. */
const findCode = (error: unknown): string | undefined =>
  getErrorCode(error) ?? (error instanceof Error ? getErrorCode(error.cause) : undefined);
