import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase, type Database } from '#server/database/connection.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { migrateDatabase } from '#server/database/migrate-database.ts';

export interface OwnPostgres {
  readonly url: string;
  readonly db: Database;
  /** Log of the PostgreSQL server. */
  readonly log: () => string;
  stop(): Promise<void>;
}

/**
 * A separate PostgreSQL with the product's version and settings, migrated and empty, deleted after
 * the row.
 */
export async function startOwnPostgres(
  migrate: (url: string) => Promise<void> = migrateDatabase,
): Promise<OwnPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kurs-bench-'));
  chmodSync(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, print: () => undefined });
  await migrate(server.url);
  const connection = connectDatabase({ url: server.url, onIdleError: () => undefined });
  const stop = async (): Promise<void> => {
    await connection.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const log = (): string => readFileSync(join(dataDir, 'postgres', 'server.log'), 'utf8');
  return { url: server.url, db: connection.db, log, stop };
}
