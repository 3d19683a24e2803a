import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import type { AuditQuery } from '#contract/admin/audit.ts';
import {
  countUsers,
  listUsers,
  type UserFilters,
} from '#server/modules/accounts/administration/admin-users.repository.ts';
import { countEntries, listEntries } from '#server/modules/audit/audit.repository.ts';
import { countPeople, sumMoney } from '#server/modules/campaigns/module.ts';
import { findNewestMail, hasMailTrouble, listMails } from '#server/modules/mail/mails.repository.ts';
import { findLeaf, listNaming, listSignals, listVersions } from '#server/modules/record/append/stored-leaves.ts';
import { selectReviews } from '#server/modules/reviews/module.ts';
import { findDecidedSignal, listAllSignals } from '#server/modules/signals/statistics/all-signals.repository.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const rows = 30_000;
/** Max rows of a table that a list of 26 rows may read; a count stops at 10,001. */
const maxOfList = 3_000;
const maxOfCount = 12_000;

const database = sharedByTests(createTestDatabase);
const getId = (kind: string, number: number): string =>
  `${kind.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;
const getSqlId = (kind: string): string => `('${kind.repeat(8)}-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid`;

/** One row per minute of every kind; one in a thousand has a rare state. */
beforeAll(async () => {
  // Without the timeouts of the product, which thirty thousand rows may exceed on a busy machine.
  const seeding = new pg.Client({ connectionString: database.url });
  await seeding.connect();
  const at = `'2026-01-01T00:00:00Z'::timestamptz + i * interval '1 minute'`;
  const each = `from generate_series(1, ${rows}) i`;
  const rare = (rest: number) => `i % 1000 = ${rest}`;
  // The oldest three have a model, a pair and a result of their own.
  const model = `case when i < 4 then 'kurs_ai_v1' when i % 8 = 0 then 'vip' else 'manual' end`;
  const symbol = `case when i < 4 then 'NZDCHF' else 'EURUSD' end`;
  await seeding.query(`
    insert into users (id, email, password_hash, lang, campaign, is_activated, is_blocked, is_self_excluded, referral_id,
      balance, balance_checked_at, created_at)
    select ${getSqlId('a')}, 'person-' || i || '@mail-' || i % 500 || '.example', 'none', 'en', 'campaign-' || i % 300,
      not (${rare(1)}), ${rare(2)}, ${rare(3)}, case when i % 10 <> 4 then i::text end,
      case when i % 10 <> 5 then i % 300 end, ${at}, ${at} ${each}`);
  await seeding.query(`
    insert into signals (id, user_id, symbol, direction, ai_model, model_version, duration, p_up, passability, payout, feed,
      issued_at, status, result, void_reason, record_index, analytics)
    select ${getSqlId('b')}, ('aaaaaaaa-0000-4000-8000-' || lpad((1 + i % 3000)::text, 12, '0'))::uuid, ${symbol}, 'BUY',
      ${model}, 'v', 5, 0.6, 60, 0.82, 'simulated:1', ${at}, 'settled',
      case when i % 50 = 0 then 'void' when i < 4 then 'neutral' else 'successful' end,
      case when i % 50 = 0 then 'operator' end, 2 * (i - 1), '{}' ${each}`);
  for (const [kind, place, of] of [
    ['signal', '2 * (i - 1)', 'null'],
    ['outcome', '2 * (i - 1) + 1', '2 * (i - 1)'],
  ])
    await seeding.query(`
      insert into record_leaves ("index", kind, at, "of", leaf, leaf_hash)
      select ${place}, '${kind}', ${at}, ${of}, '{}', '\\x00' ${each}`);
  await seeding.query(`
    insert into audit_log (at, actor_id, action, target_id)
    select ${at}, ('aaaaaaaa-0000-4000-8000-' || lpad((1 + i % 20)::text, 12, '0'))::uuid,
      case when ${rare(1)} then 'review.decide' else 'signals.read' end,
      case when i % 3 = 0 then 'settings' when i % 3 = 1 then ${getSqlId('a')}::text else ${getSqlId('b')}::text end ${each}`);
  await seeding.query(`
    insert into deliveries (id, user_id, channel, kind, recipient, lang, status, queued_at, drop_at, attempts)
    select ${getSqlId('c')}, ${getSqlId('a')}, 'mail', 'activation', 'x', 'en',
      case when ${rare(1)} then 'given_up' else 'sent' end, ${at}, ${at}, 1 ${each}`);
  await seeding.query(`
    insert into reviews (id, user_id, rating, text, signals, written_at, status)
    select ${getSqlId('d')}, ${getSqlId('a')}, 5, 'x', 1, ${at},
      case when ${rare(1)} then 'pending' else 'published' end ${each}`);
  // Thirty traders a day, each of whom gains ten of turnover and one of commission.
  await seeding.query(`
    insert into trader_days (user_id, trader_id, day, net_turnover, commission, turnover_before, commission_before)
    select ('aaaaaaaa-0000-4000-8000-' || lpad((1 + i % 30)::text, 12, '0'))::uuid, 't' || i % 30,
      '2025-01-01'::date + (i - 1) / 30, 10 * i, i, 10 * i - 10, i - 1 ${each}`);
  // So large a sample (300 rows for each) holds every row: by chance it could lack the rare ones.
  await seeding.query('set default_statistics_target = 200');
  // Frozen, so that no page is left out because something else holds it for a moment.
  await seeding.query('vacuum (freeze, analyze)');
  await seeding.end();
}, 120_000);

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];
const readBy = (node: PlanNode): number =>
  node['Actual Loops'] *
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0));

/** Max rows that a plan node of these queries reads or sorts. */
async function maxRead(work: (db: TestDatabase['db']) => Promise<unknown>): Promise<number> {
  const { pool, db } = database;
  const requested: { text: string; values: unknown[] }[] = [];
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => unknown;
  const received = (first: { text: string }, values: unknown[] = []) => {
    requested.push({ text: first.text, values });
    return query(first, values);
  };
  Object.assign(pool, { query: received });
  try {
    await work(db);
  } finally {
    Object.assign(pool, { query });
  }
  expect(requested.length).toBeGreaterThan(0);
  const read = await Promise.all(
    requested.map(async ({ text, values }) => {
      const { rows: found } = (await query(`explain (analyze, format json) ${text}`, values)) as {
        rows: { 'QUERY PLAN': { Plan: PlanNode }[] }[];
      };
      const plan = found[0]?.['QUERY PLAN'][0]?.Plan;
      return plan ? listNodes(plan).map(readBy) : [];
    }),
  );
  return Math.max(...read.flat());
}

const people = (filters: Partial<UserFilters>): UserFilters => ({
  minBalance: 10,
  internalEmails: ['x@kurs.example'],
  ...filters,
});
const userFilters: readonly Partial<UserFilters>[] = [
  {},
  { q: 'person-29' },
  { q: '@mail-77.example' },
  { q: '1234' },
  { q: getId('a', 1234) },
  { campaign: 'campaign-7' },
  { internal: 'hide' },
  { internal: 'only' },
  ...(['blocked', 'activate', 'enter_id', 'self_excluded', 'check_balance', 'top_up', 'trade'] as const).map(
    (state) => ({
      state,
    }),
  ),
];
const signalFilters = [
  {},
  { q: '1234' },
  { q: getId('b', 1234) },
  { q: 'nothing' },
  { user: getId('a', 77) },
  { aiModel: 'vip' },
  { symbol: 'EURUSD' },
  { result: 'void' },
  { result: 'open' },
  { aiModel: 'kurs_ai_v1' },
  { symbol: 'NZDCHF' },
  { result: 'neutral' },
  { symbol: 'NZDCHF', result: 'void' },
  { from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T01:00:00.000Z' },
] as const;
type AuditFilters = Omit<AuditQuery, 'cursor' | 'limit'>;
const auditFilters: readonly AuditFilters[] = [
  {},
  { who: getId('a', 3) },
  { action: 'review.decide' },
  { from: '2026-01-21T00:00:00.000Z' },
] as const;

const middle = new Date('2026-01-11T00:00:00.000Z');
const afters = [null, { at: middle, id: getId('a', 1) }];

it.each(userFilters)('the list of users %j reads only the rows it needs', async (filters) => {
  for (const after of afters)
    expect(await maxRead((db) => listUsers(db, { filters: people(filters), after, limit: 26 }))).toBeLessThan(
      maxOfList,
    );
  if (!filters.state) expect(await maxRead((db) => countUsers(db, people(filters)))).toBeLessThan(maxOfCount);
  else expect(await countUsers(database.db, people(filters))).toBeNull();
});

it.each(signalFilters)('the list of signals %j reads only the rows it needs', async (filters) => {
  for (const after of [null, { at: middle, id: getId('b', 1) }]) {
    const read = await maxRead((db) => listAllSignals(db, { filters, after, limit: 26 }));
    // No signal is open, which the index of open signals shows.
    expect(read).toBeLessThan(maxOfList);
  }
});

it.each(auditFilters)('the audit log %j reads only the rows it needs', async (filters) => {
  for (const before of [null, 15_000])
    expect(await maxRead((db) => listEntries(db, { filters, before, limit: 26 }))).toBeLessThan(maxOfList);
  expect(await maxRead((db) => countEntries(db, filters))).toBeLessThan(maxOfCount);
});

it.each([undefined, 'sent', 'given_up'] as const)(
  'the outbox of %s mails reads only the rows it needs',
  async (status) => {
    for (const after of [null, { at: middle, id: getId('c', 1) }])
      expect(await maxRead((db) => listMails(db, { status, after, limit: 26 }))).toBeLessThan(maxOfList);
    expect(await maxRead((db) => findNewestMail(db, getId('a', 7), 'activation'))).toBeLessThan(100);
    expect(await maxRead((db) => hasMailTrouble(db))).toBeLessThan(100);
  },
);

it.each(['pending', 'published'] as const)('the list of %s reviews reads only the rows it needs', async (status) => {
  for (const after of [null, { at: middle, id: getId('d', 1) }])
    expect(await maxRead((db) => selectReviews(db, { status, after, limit: 26 }))).toBeLessThan(maxOfList);
});

it('a campaign report reads only the users and the trader days of its period', async () => {
  const period = { from: '2026-01-02', to: '2026-01-02', internalEmails: [] };
  expect(await maxRead((db) => countPeople(db, period))).toBeLessThan(maxOfList);
  expect(await maxRead((db) => sumMoney(db, period))).toBeLessThan(maxOfList);
  expect((await sumMoney(database.db, period)).total).toEqual({ turnover: 300, commission: 30, activeTraders: 30 });
});

it('the file of a signal and every public page of the record read only the rows they need', async () => {
  const pages: ((db: TestDatabase['db']) => Promise<unknown>)[] = [
    (db) => findDecidedSignal(db, getId('b', 7)),
    (db) => findLeaf(db, 30_000),
    (db) => listSignals(db, 30_000, 51),
    (db) => listNaming(db, [30_000, 30_002], ['outcome', 'void']),
    (db) => listVersions(db),
  ];
  for (const page of pages) expect(await maxRead(page), String(page)).toBeLessThan(maxOfList);
});
