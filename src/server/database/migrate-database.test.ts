import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { migrateDatabase } from './migrate-database.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const database = sharedByTests(createTestDatabase);
let folder: string;
const migrate = (wait?: () => Promise<unknown>) => migrateDatabase(database.url, { folder, ...(wait && { wait }) });
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kurs-migrations-'));
  cpSync('migrations', folder, { recursive: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

function addMigration(tag: string, sql: string): void {
  const path = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { idx: number; when: number; tag: string }[] };
  const last = journal.entries.at(-1);
  if (!last) throw new Error('there are no migrations');
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
  writeFileSync(path, JSON.stringify(journal));
  writeFileSync(join(folder, `${tag}.sql`), sql);
}

const exists = async (table: string) =>
  (await database.pool.query('select to_regclass($1) as found', [table])).rows[0].found !== null;

test('applies each step once when several processes migrate concurrently', async () => {
  addMigration('9990_sound', 'create table race (id int)');
  await Promise.all([1, 2, 3].map(() => migrate()));
  expect(await exists('race')).toBe(true);
});

test('F40: a migration that fails half-way rolls back its own file, leaves earlier ones applied, and can be corrected', async () => {
  addMigration('9991_before', 'create table before (id int);');
  addMigration('9992_broken', 'create table half (id int);\n--> statement-breakpoint\ninsert into nowhere values (1);');
  await expect(migrate()).rejects.toThrow(/nowhere/);
  expect([await exists('before'), await exists('half')]).toEqual([true, false]);
  writeFileSync(join(folder, '9992_broken.sql'), 'create table half (id int);');
  await migrate();
  expect(await exists('half')).toBe(true);
});

test('a migration of a table in use leaves the lock queue and retries', async () => {
  await database.pool.query('create table busy (id int)');
  addMigration('9993_alter', 'alter table busy add column note text');
  const user = await database.pool.connect();
  await user.query('begin');
  await user.query('insert into busy values (1)');
  const waits: number[] = [];
  const release = async (ms?: number) => {
    waits.push(ms ?? 0);
    // The migration no longer waits for the table, so another writer succeeds.
    await database.pool.query('insert into busy values (2)');
    if (waits.length === 2) await user.query('commit');
  };
  await migrate(release);
  user.release();
  expect(waits).toEqual([1_000, 1_000]);
  expect((await database.pool.query('select note from busy')).rows).toHaveLength(3);
});

test('a file with a concurrent index build runs outside a transaction, is repeated after a failure, and drops the invalid index', async () => {
  await database.pool.query('create table pairs (a int, b int); insert into pairs values (1, 1), (1, 2)');
  addMigration(
    '9994_indexes',
    [
      '-- The list of pairs.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "pairs__b" ON "pairs" ("b");',
      'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS pairs__a ON pairs (a);',
    ].join('\n--> statement-breakpoint\n'),
  );
  const indexes = async () =>
    (
      await database.pool.query(
        "select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = 'pairs'::regclass order by 1",
      )
    ).rows;
  await expect(migrate()).rejects.toThrow(/could not create unique index/);
  expect(await indexes()).toEqual([
    { name: 'pairs__a', valid: false },
    { name: 'pairs__b', valid: true },
  ]);
  await database.pool.query('delete from pairs where b = 2');
  await migrate();
  expect(await indexes()).toEqual([
    { name: 'pairs__a', valid: true },
    { name: 'pairs__b', valid: true },
  ]);
});

test('a process that waits for the migration lock does not block a concurrent index build', async () => {
  await database.pool.query('create table crowd (id int)');
  addMigration('9995_crowd', 'CREATE INDEX CONCURRENTLY IF NOT EXISTS crowd__id ON crowd (id);');
  await Promise.all([1, 2, 3].map(() => migrate()));
  expect(await exists('crowd__id')).toBe(true);
});

test('a file that runs outside a transaction contains only repeatable statements', async () => {
  addMigration(
    '9996_mixed',
    'create table mixed (id int);\n--> statement-breakpoint\nCREATE INDEX CONCURRENTLY IF NOT EXISTS mixed__id ON mixed (id);',
  );
  await expect(migrate()).rejects.toThrow(/cannot be repeated: create table mixed/);
  expect(await exists('mixed')).toBe(false);
  writeFileSync(join(folder, '9996_mixed.sql'), 'create table mixed (id int);');
  await migrate();
});

test('a database migrated by drizzle continues from its last migration', async () => {
  const bookkeeping = 'select hash, created_at from drizzle.__drizzle_migrations order by id';
  const before = (await database.pool.query(bookkeeping)).rows;
  const shipped = readMigrationFiles({ migrationsFolder: 'migrations' });
  expect(before.slice(0, shipped.length)).toEqual(
    shipped.map(({ hash, folderMillis }) => ({ hash, created_at: String(folderMillis) })),
  );
  await migrate();
  expect((await database.pool.query(bookkeeping)).rows).toEqual(before);
});
