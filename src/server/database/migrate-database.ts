import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Any number that only this product locks by: 'kurs' in ASCII. */
const lockNumber = 0x6b757273;

/**
 * Applies what is missing: all of it or, when a step fails, nothing. Of several processes that start at once the
 * first one migrates while the others wait.
 */
export async function migrateDatabase(url: string, folder: string = migrationsFolder): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'kurs migrations',
  });
  // Also told through the query that it broke.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumber]);
    await client.query('set client_min_messages to warning');
    await migrate(drizzle({ client }), { migrationsFolder: folder });
  } finally {
    // Ends the session, and with it the lock.
    await client.end();
  }
}
