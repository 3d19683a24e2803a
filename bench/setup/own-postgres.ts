import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase, type Database } from '#server/database/connection.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { migrateDatabase } from '#server/database/migrate-database.ts';

export interface OwnPostgres {
  readonly url: string;
  readonly db: Database;
  stop(): Promise<void>;
}

/**
 * A separate PostgreSQL with the product's version and settings, migrated and empty, deleted after
 * the row.
 */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kurs-bench-'));
  chmodSync(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, print: () => undefined });
  await migrateDatabase(server.url);
  const connection = connectDatabase({ url: server.url, onIdleError: () => undefined });
  const stop = async (): Promise<void> => {
    await connection.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: server.url, db: connection.db, stop };
}
