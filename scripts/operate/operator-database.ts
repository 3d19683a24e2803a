import { loadSettings, UsageError } from '../command/run-command.ts';
import { type Config, parseConfig } from '#server/config.ts';
import { connectDatabase, type DatabaseConnection } from '#server/database/connection.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { checkLeader } from '#server/database/leader.ts';
import { exitOnError } from '#server/start/exit-on-error.ts';

export type OperatorDatabase = DatabaseConnection & { readonly config: Config };

/**
 * Runs with the product's database and settings; with the embedded database only while the
 * product is not running.
 */
export async function withOperatorDatabase(run: (database: OperatorDatabase) => Promise<void>): Promise<void> {
  loadSettings();
  const database = await openOperatorDatabase(process.env).catch(exitOnError);
  try {
    await run(database);
  } finally {
    await database.close();
  }
}

/** The same for what no product may run beside: refused while one leads, and none can start before it ends. */
export const withStoppedProduct = (run: (database: OperatorDatabase) => Promise<void>): Promise<void> =>
  withOperatorDatabase(async (database) => {
    const lease = await checkLeader(database.url);
    try {
      if (lease.leader)
        throw new UsageError(`Stop the product first: process ${lease.leader.pid} on ${lease.leader.host}.`);
      await run(database);
    } finally {
      await lease.release();
    }
  });

async function openOperatorDatabase(env: NodeJS.ProcessEnv): Promise<OperatorDatabase> {
  const config = parseConfig(env);
  const print = (line: string): void => void process.stderr.write(`${line}\n`);
  const server = config.databaseUrl === null ? await startEmbeddedPostgres({ dataDir: config.dataDir, print }) : null;
  const url = server?.url ?? config.databaseUrl ?? '';
  const connection = connectDatabase({ url, onIdleError: () => undefined, maxConnections: 4 });
  const close = async (): Promise<void> => {
    await connection.close();
    await server?.stop();
  };
  return { ...connection, config, close };
}
