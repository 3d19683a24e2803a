import { expect, test } from 'vitest';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { languages } from '#domain/language.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { storedTables } from './stored-tables.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const database = sharedByTests(createTestDatabase);

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

test('no check of the database lists languages or models, so that adding one needs no migration', async () => {
  const { rows } = await database.pool.query<{ text: string }>(
    "select pg_get_constraintdef(oid) as text from pg_constraint where contype = 'c'",
  );
  expect(rows.length).toBeGreaterThan(20);
  const listed = [...languages, ...aiModelKeys].map((value) => `'${value}'`);
  expect(rows.filter(({ text }) => listed.some((value) => text.includes(value)))).toEqual([]);
});

test('every table has one entry in the registry, which names the section of its rows where they are of a user', async () => {
  const { rows } = await database.pool.query<{ name: string; isOwned: boolean }>(`
    select t.table_name as name, bool_or(c.column_name in ('user_id', 'actor_id', 'trader_id')) as "isOwned"
      from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
     where t.table_schema = 'public' group by 1 order by 1`);
  const registered = storedTables.map(({ table, own }) => ({
    name: getTableConfig(table).name,
    isOwned: Boolean(own),
  }));
  expect(registered.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(rows);
  const sections = storedTables.flatMap(({ own }) => own?.section ?? []);
  expect(new Set(sections).size).toBe(sections.length);
});
