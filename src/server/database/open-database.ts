import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { ReadinessState } from '../http/check-readiness.ts';
import { StartError } from '#node/start-error.ts';
import { createDatabaseCheck } from './check-database.ts';
import { connectDatabase, type DatabaseConnection } from './connection.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { isDatabaseUnavailable } from './is-database-unavailable.ts';
import { type Leader, neverLeads, standForLeadership, takeLeadership } from './leader.ts';
import type { LeaderSelf } from './leader-session.ts';
import { isIdleTimeout } from './is-idle-timeout.ts';
import { migrateDatabase } from './migrate-database.ts';

export interface OpenDatabase extends DatabaseConnection {
  /** Resolves when an embedded server ends unexpectedly, with the last lines of its log. */
  readonly lost: Promise<string>;
  readonly leader: Leader;
  check(): Promise<ReadinessState>;
}

interface OpenDatabaseDependencies {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir' | 'role'>;
  readonly self: LeaderSelf;
  readonly print: (line: string) => void;
  readonly logger: Logger;
}

/** Opens the operator's or the embedded database, migrated, with its connections. */
export async function openDatabase({ config, self, print, logger }: OpenDatabaseDependencies): Promise<OpenDatabase> {
  const { server, url } = await findServer(config, print);
  let leader = neverLeads;
  try {
    // Leadership is taken first, so that a second process on the same database changes nothing.
    const needs = { url, self, log: logger };
    if (config.role === 'all') leader = await takeLeadership({ ...needs, prepare: () => migrateDatabase(url) });
    else await migrateDatabase(url);
    if (config.role === 'engine') leader = await standForLeadership(needs);
  } catch (error) {
    await server?.stop();
    throw server ? error : (toError(error, url) ?? error);
  }
  const onIdleError = (error: Error): void => {
    if (!isIdleTimeout(error)) logger.warn({ err: error }, 'database connection lost');
  };
  const connection = connectDatabase({ url, onIdleError });
  const checking = createDatabaseCheck({ url, onIdleError });
  let isClosing = false;
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

async function findServer(
  { databaseUrl, dataDir }: OpenDatabaseDependencies['config'],
  print: OpenDatabaseDependencies['print'],
) {
  if (databaseUrl !== null) return { server: null, url: databaseUrl };
  const server = await startEmbeddedPostgres({ dataDir, print });
  return { server, url: server.url };
}

function toError(error: unknown, url: string): StartError | null {
  const { hostname, port, pathname } = new URL(url);
  const where = `${hostname}:${port || 5432}${pathname}`;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (isDatabaseUnavailable(error))
    return new StartError(`The database at ${where} does not answer. Start it, or correct DATABASE_URL.`);
  if (code === '28P01' || code === '28000')
    return new StartError(`The database at ${where} refuses this user or password. Correct DATABASE_URL.`);
  if (code === '3D000')
    return new StartError(
      `There is no database ${pathname.slice(1)} at ${hostname}. Create it, or correct DATABASE_URL.`,
    );
  if (code === '55P03')
    return new StartError(
      `The tables at ${where} are in use by long transactions, so that they could not be migrated. End them (pg_stat_activity), and start again.`,
    );
  return null;
}
