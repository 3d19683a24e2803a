import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const namesQuery = `
  select t.relname as table, c.conname as name from pg_constraint c
    join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
   where n.nspname = 'public' and c.contype <> 'n'
  union
  select t.relname, i.relname from pg_index x
    join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid join pg_namespace n on n.oid = t.relnamespace
   where n.nspname = 'public'`;

test('every constraint and every index is named table__column, so that an error identifies its source', async () => {
  const { rows } = await database.pool.query<{ table: string; name: string }>(namesQuery);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ table, name }) => !new RegExp(`^${table}__[a-z0-9_]+$`).test(name))).toEqual([]);
});
