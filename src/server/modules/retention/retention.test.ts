import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountLinks, userEvents, users } from '#server/database/schema.ts';
import { aUser } from '#tests/support/a-signal.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { dayMs } from '#domain/time.ts';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { storedTables } from '#server/database/stored-tables.ts';
import { deleteBatch, deleteStatement, getBatch, getName, retentionRules } from './module.ts';

const now = Date.parse('2026-03-09T09:00:00.000Z');
const daysAgo = (days: number) => new Date(now - days * dayMs);

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

function toRule(name: string) {
  const rule = retentionRules.find((one) => getName(one) === name);
  if (!rule) throw new Error(`no rule for ${name}`);
  return rule;
}

const describeRule = (days: number): string => (days === 0 ? 'until it expires' : `${days} days`);

/** Does what the timer does at this instant. */
const prune = (name: string, at = now) =>
  deleteBatch(database.db, toRule(name), new Date(at - toRule(name).days * dayMs));

test('deletes user events older than a week in batches, oldest first', async () => {
  const userId = await aUser(database.db);
  const addEvents = (count: number, days: number) =>
    database.pool.query(
      "insert into user_events (user_id, name, data, at) select $1, 'signal', '{}', $2 from generate_series(1, $3::int)",
      [userId, daysAgo(days), count],
    );
  const batch = getBatch(toRule('user_events'));
  await addEvents(batch + 1, 8);
  await addEvents(3, 6);
  expect([await prune('user_events'), await prune('user_events'), await prune('user_events')]).toEqual([batch, 1, 0]);
  expect(await database.db.select().from(userEvents)).toHaveLength(3);
});

test('deletes expired counts, challenges, links, checks, balances, answers and marks, and no others', async () => {
  const userId = await aUser(database.db);
  const { pool } = database;
  const add = async (sql: string, old: Date, young: Date) => {
    for (const at of [old, young]) await pool.query(sql, [at]);
  };
  await add(
    "insert into attempt_counts (key, count, window_started_at, expires_at) values ('a' || $1::timestamptz, 1, now(), $1)",
    daysAgo(0.01),
    daysAgo(-0.01),
  );
  await add("insert into spent_challenges values ('a' || $1::timestamptz, $1)", daysAgo(0.01), daysAgo(-0.01));
  await add(
    `insert into account_links select decode(md5($1::timestamptz::text), 'hex'), '${userId}', 'reset', 'a@example.com', $1, $1`,
    daysAgo(31),
    daysAgo(29),
  );
  const check = (nextAt: string) =>
    `insert into trader_checks select gen_random_uuid(), '${userId}', 'claim', '1', 'given_up', $1, $1, 1, ${nextAt}`;
  await add(check('null'), daysAgo(401), daysAgo(399));
  await pool.query(check('now()'), [daysAgo(401)]);
  await add(`insert into balance_history select '${userId}', $1, 10, false`, daysAgo(401), daysAgo(399));
  await add(
    `insert into llm_answers (feed, model, symbol, duration, minute, version, p_up, reasons, answered_at)
     select 'deriv', 'chatgpt_4o', 'EURUSD', 5, $1, '1', 0.6, '{}', $1`,
    daysAgo(401),
    daysAgo(399),
  );
  await add("insert into minute_bars values ($1, 'line', gen_random_uuid(), 0)", daysAgo(15), daysAgo(13));
  const tables = [
    'attempt_counts',
    'spent_challenges',
    'account_links',
    'trader_checks',
    'balance_history',
    'llm_answers',
    'minute_bars',
  ];
  for (const table of tables) expect([table, await prune(table), await prune(table)]).toEqual([table, 1, 0]);
});

describe('checkpoints', () => {
  const add = (size: number, days: number) =>
    database.pool.query("insert into record_checkpoints values ($1, '\\x00', 'note', $2)", [size, daysAgo(days)]);
  const sizes = async () =>
    (await database.pool.query<{ size: string }>('select size from record_checkpoints order by size')).rows.map(
      ({ size }) => Number(size),
    );

  test('older than a week are deleted except cosigned ones and the newest, and the database rejects any other deletion', async () => {
    for (const [size, days] of [
      [1, 10.2],
      [2, 10.1],
      [3, 10],
      [4, 9.9],
      [5, 8],
      [6, 1.1],
      [7, 1],
    ] as const)
      await add(size, days);
    await database.pool.query("insert into record_cosignatures values (2, 'witness', now(), 'line')");
    expect(await prune('record_checkpoints')).toBe(4);
    expect(await prune('record_checkpoints')).toBe(0);
    expect(await sizes()).toEqual([2, 6, 7]);
    const recent = `insert into record_checkpoints select 8 + n, '\\x00', 'note', now() - n * interval '1 ms' from generate_series(0, 1) n`;
    await database.pool.query(recent);
    for (const size of [2, 8, 9])
      await expect(database.pool.query('delete from record_checkpoints where size = $1', [size])).rejects.toThrow(
        'append-only',
      );
    await expect(database.pool.query("update record_checkpoints set note = ''")).rejects.toThrow('append-only');
    await expect(database.pool.query('truncate record_checkpoints')).rejects.toThrow('append-only');
  });
});

describe('accounts', () => {
  async function aPerson(ageDays: number, isActivated: boolean): Promise<string> {
    const createdAt = daysAgo(ageDays);
    const id = await aUser(database.db, { isActivated, createdAt });
    await aLink(id, createdAt);
    return id;
  }
  const aLink = (userId: string, createdAt: Date) =>
    database.db.insert(accountLinks).values({
      tokenHash: Buffer.from(randomUUID()),
      userId,
      purpose: 'activation',
      email: 'x@example.com',
      createdAt,
      expiresAt: createdAt,
    });
  const ids = async () => (await database.db.select({ id: users.id }).from(users)).map(({ id }) => id).sort();

  test('are deleted with their links when not confirmed for seven days, and no others', async () => {
    await aPerson(7.01, false);
    const young = await aPerson(6.99, false);
    const confirmed = await aPerson(400, true);
    expect(await prune('users')).toBe(1);
    expect(await ids()).toEqual([young, confirmed].sort());
  });
});

test('uses no sequential scan for any rule', async () => {
  const client = await database.pool.connect();
  try {
    await client.query('set enable_seqscan to off');
    for (const rule of retentionRules) {
      const { sql, params } = deleteStatement(database.db, rule, daysAgo(rule.days)).toSQL();
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, params);
      expect(rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Seq Scan'))).toEqual([]);
    }
  } finally {
    client.release(true);
  }
});

test('docs/operating.md lists every table of the database with its retention', async () => {
  const [, table = ''] = readFileSync('docs/operating.md', 'utf8').split('| retention | tables |');
  const documented = new Map(
    [...table.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].flatMap(([, saved = '', tables = '']) =>
      [...tables.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, saved] as const),
    ),
  );
  expect(documented.size).toBe(storedTables.length);
  for (const { table: stored, kept } of storedTables) {
    const { name } = getTableConfig(stored);
    const expected = typeof kept === 'string' ? kept : expect.stringContaining(describeRule(kept.days));
    expect([name, documented.get(name)]).toEqual([name, expected]);
  }
});
