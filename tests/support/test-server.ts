import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { migrateDatabase } from '#server/database/migrate-database.ts';
import { memoryFolder } from './network/memory-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that all test files share; its database `kurs` is the migrated template. */
    readonly testServerUrl: string;
  }
}

/** Test data need not survive a power cut. */
const unsafeButFast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
/**
 * Tests vacuum where they need it. A worker that analyzes a table meanwhile holds a snapshot, which
 * keeps VACUUM from marking pages as visible to all, and plans change.
 */
const settings = { ...unsafeButFast, autovacuum: 'off' };

/** Runs once before the first test file; the returned function runs after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(memoryFolder(), 'kurs-tests-'));
  chmodSync(dataDir, 0o711);
  const leaveNothing = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const server = await startEmbeddedPostgres({ dataDir, print: () => {}, settings });
    await migrateDatabase(server.url);
    await forbidConnections(server.url);
    project.provide('testServerUrl', server.url);
    return () => server.stop().finally(leaveNothing);
  } catch (error) {
    leaveNothing();
    throw error;
  }
}

/** A template can be copied only while there are no connections to it. */
async function forbidConnections(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(/[^/]+$/, 'postgres') });
  await client.connect();
  await client.query('alter database kurs with is_template true allow_connections false');
  await client.end();
}
