import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { migrateDatabase } from './migrate-database.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'kurs-migrations-'));
  cpSync('migrations', folder, { recursive: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.close();
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

test('several processes that migrate at once apply each step once', async () => {
  addMigration('9990_sound', 'create table race (id int)');
  await Promise.all([1, 2, 3].map(() => migrateDatabase(database.url, folder)));
  expect(await exists('race')).toBe(true);
});

test('F40: a migration that fails half-way leaves nothing behind, and can be corrected', async () => {
  addMigration('9991_broken', 'create table half (id int);\n--> statement-breakpoint\ninsert into nowhere values (1);');
  await expect(migrateDatabase(database.url, folder)).rejects.toThrow();
  expect(await exists('half')).toBe(false);
  writeFileSync(join(folder, '9991_broken.sql'), 'create table half (id int);');
  await migrateDatabase(database.url, folder);
  expect(await exists('half')).toBe(true);
});
