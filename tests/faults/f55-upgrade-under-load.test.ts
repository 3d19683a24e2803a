import pg from 'pg';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { migrateDatabase } from '#server/database/migrate-database.ts';
import { migrateToFirstRelease, seedSignals, writeAsFirstRelease } from '#bench/setup/first-release.ts';
import { administer } from '#tests/support/test-database.ts';

/** Limit of F55: PostgreSQL rejects a writer that waits longer for a lock, which fails the test. */
const writersWaitAtMost = '1s';

const name = `test_${randomUUID().replaceAll('-', '')}`;
let url: string;
let pool: pg.Pool;

beforeEach(async () => {
  await administer(`create database ${name}`);
  url = inject('testServerUrl').replace(/[^/]+$/, name);
  pool = new pg.Pool({ connectionString: url, options: `-c lock_timeout=${writersWaitAtMost}` });
  await migrateToFirstRelease(url);
  await seedSignals(pool, 20_000);
});
afterEach(async () => {
  await pool.end();
  await administer(`drop database ${name} with (force)`);
});

const isMigrationWaiting = async () =>
  (
    await pool.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and application_name = 'kurs migrations' and wait_event_type = 'Lock'`,
    )
  ).rowCount === 1;

test('F55: the first release keeps writing during and after the migration of its schema', async () => {
  // A transaction opened earlier: index builds wait for it, but no writer queues behind them.
  const earlier = await pool.connect();
  let round = 0;
  let isDone = false;
  try {
    await earlier.query('begin');
    await writeAsFirstRelease(earlier, round++);
    const migrated = migrateDatabase(url).finally(() => {
      isDone = true;
    });
    while (!(await isMigrationWaiting())) await writeAsFirstRelease(pool, round++);
    for (const end = round + 20; round < end; round++) await writeAsFirstRelease(pool, round);
    expect(isDone).toBe(false);
    await earlier.query('commit');
    while (!isDone) await writeAsFirstRelease(pool, round++);
    await migrated;
  } finally {
    earlier.release(true);
  }
  await writeAsFirstRelease(pool, round++);
  const { rows } = await pool.query<{ count: string }>('select count(*) from outcomes');
  expect(Number(rows[0]?.count)).toBe(20_000 + round);
  const invalid = await pool.query('select indexrelid::regclass from pg_index where not indisvalid');
  expect(invalid.rows).toEqual([]);
});
