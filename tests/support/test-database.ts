import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connectDatabase, type DatabaseConnection } from '#server/database/connection.ts';
import { recordLocks } from './database/lock-order.ts';

export interface TestDatabase extends DatabaseConnection {
  readonly url: string;
}

/**
 * A fresh, migrated, separate database; `close` removes it, and throws if a transaction took its
 * locks out of order. For a whole file: `sharedByTests(createTestDatabase)`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${name} template kurs`);
  const url = inject('testServerUrl').replace(/[^/]+$/, name);
  const connection = connectDatabase({ url, onIdleError: () => {}, maxConnections: 10 });
  const locks = recordLocks(connection.pool);
  const close = async () => {
    await connection.close();
    await administer(`drop database ${name} with (force)`);
    locks.requireOrder();
  };
  return { ...connection, url, close };
}

/** Runs a statement on the server itself, as its owner. */
export async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('testServerUrl').replace(/[^/]+$/, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
