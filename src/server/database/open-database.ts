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
import { requireSessions } from './check-sessions.ts';
import { describeDatabase, describeExit, quoteServer, toDatabaseStartError } from './database-start-error.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import type { LeaderSelf } from './leader-session.ts';
import { type Leader, neverLeads, standForLeadership, takeLeadership } from './leader.ts';
import { migrateDatabase } from './migrate-database.ts';
import type { Config } from '../config.ts';
import type { ReadinessState } from '../http/check-readiness.ts';
import type pg from 'pg';
import { databaseTimeouts } from './connection-settings.ts';

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
  const connection = connectWhileStarting({ url, onIdleError });
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
            : `The database at ${where} has not let this product in for a minute, in ${attempt} attempts to connect. Correct that, or DATABASE_URL.${answer}`,
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
export async function checkDatabase(pool: Pick<pg.Pool, 'query'>): Promise<DatabaseState> {
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
