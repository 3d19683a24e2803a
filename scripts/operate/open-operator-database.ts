import { parseConfig } from '#server/config.ts';
import { connectDatabase, type DatabaseConnection } from '#server/database/connection.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';

/**
 * Opens the product's database with the product's settings; the embedded database only while the
 * product is not running.
 */
export async function openOperatorDatabase(
  env: Readonly<Record<string, string | undefined>>,
): Promise<DatabaseConnection & { readonly config: ReturnType<typeof parseConfig> }> {
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
