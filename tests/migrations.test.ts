import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unsafeStatements } from './support/database/migration-rules.ts';

/** Holds all tables: nothing was there before it. */
const first = '0000_start.sql';

const journal = JSON.parse(readFileSync('migrations/meta/_journal.json', 'utf8')) as {
  entries: { tag: string; when: number }[];
};

describe('migrations', () => {
  const files = readdirSync('migrations')
    .filter((name) => name.endsWith('.sql'))
    .sort();

  test('after the first neither block writers nor break the previous version', () => {
    const later = files.filter((name) => name !== first);
    expect(later.flatMap((name) => unsafeStatements(readFileSync(`migrations/${name}`, 'utf8')))).toEqual([]);
  });

  test('make all that the schema has', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kurs-migrations-'));
    cpSync('migrations', folder, { recursive: true });
    const schema = '--schema=./src/server/database/{schema,tables/*-tables}.ts';
    const out = `--out=${relative('.', folder)}`;
    const args = ['generate', '--dialect=postgresql', '--casing=snake_case', schema, out];
    const { stdout } = spawnSync(process.execPath, ['node_modules/drizzle-kit/bin.cjs', ...args], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(stdout).toContain('No schema changes');
  });

  test('are listed in the journal in order of creation', () => {
    expect(journal.entries.map(({ tag }) => `${tag}.sql`)).toEqual(files);
    const timestamps = journal.entries.map(({ when }) => when);
    expect(timestamps).toEqual([...new Set(timestamps)].sort((a, b) => a - b));
  });
});

describe('a migration statement', () => {
  test.each([
    ['create index "signals__x" on "signals" ("x");'],
    ['create unique index signals__x on signals (x);'],
    ['create index concurrently signals__x on signals (x);'],
    ['drop index signals__x;'],
    ['alter table signals add constraint signals__x check (x > 0);'],
    ['alter table signals add constraint signals__x foreign key (x) references users (id);'],
    ['alter table signals add constraint signals__x unique (x);'],
    ['alter table signals add column x integer not null;'],
    ['alter table signals add column x uuid default gen_random_uuid();'],
    ['alter table signals add column x uuid references users (id);'],
    ['alter table signals add column x integer check (x > 0);'],
    ['alter table signals add column x bigserial;'],
    ['alter table signals add column x integer, drop column y;'],
    ['alter table signals drop column x;'],
    ['alter table signals rename column x to y;'],
    ['alter table signals rename to signs;'],
    ['alter table signals alter column x type bigint;'],
    ['alter table signals alter column x set not null;'],
    ['drop table signals;'],
    ['update signals set x = 1;'],
    ['delete from signals;'],
    ['truncate signals;'],
    ['reindex table signals;'],
    ['-- safe because:\nalter table signals drop column x;'],
    [
      'alter table signals add constraint signals__x check (x > 0) not valid;\n--> statement-breakpoint\nalter table signals validate constraint signals__x;',
    ],
  ])('is rejected: %s', (sql) => expect(unsafeStatements(sql)).not.toEqual([]));

  test.each([
    ['create index concurrently if not exists "signals__x" on "signals" using btree ("x") where x > 0;'],
    ['drop index concurrently if exists signals__x;'],
    ['alter table "signals" add constraint "signals__x" check ("signals"."x" in (1, 2)) not valid;'],
    [
      'alter table signals add constraint signals__x foreign key (x) references users (id) on delete cascade not valid;',
    ],
    ['alter table signals validate constraint signals__x;'],
    ['alter table signals drop constraint "signals__x";'],
    ['alter table "signals" add column "x" timestamp (3) with time zone;'],
    ["alter table signals add column x text default 'user' not null;"],
    ['alter table signals add column x numeric(14, 2), add column y boolean default false not null;'],
    ['-- safe because: nothing reads it since 0.2\nalter table signals drop column x;'],
    [
      'create table "new" (x int);\n--> statement-breakpoint\ncreate unique index new__x on "new" (x);\n--> statement-breakpoint\nalter table "new" add constraint new__y check (x > 0);',
    ],
  ])('is allowed: %s', (sql) => expect(unsafeStatements(sql)).toEqual([]));
});
