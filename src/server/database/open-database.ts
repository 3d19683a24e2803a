import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { ReadinessState } from '../http/check-readiness.ts';
import { createDatabaseCheck } from './check-database.ts';
import { connectWhileStarting, type StartingConnection } from './connection.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { type Leader, neverLeads, standForLeadership, takeLeadership } from './leader.ts';
import type { LeaderSelf } from './leader-session.ts';
import { isIdleTimeout } from './connection-errors.ts';
import { migrateDatabase } from './migrate-database.ts';
import { waitForDatabase } from './wait-for-database.ts';

export interface OpenDatabase extends StartingConnection {
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
  const open = async (): Promise<Leader> => {
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
  const onIdleError = (error: Error): void => {
    if (!isIdleTimeout(error)) logger.warn({ err: error }, 'database connection lost');
  };
  const connection = connectWhileStarting({ url, onIdleError });
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
