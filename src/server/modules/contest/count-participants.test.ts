import { eq, max, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contestEntries, contests } from '#server/database/tables/contest-tables.ts';
import { recordLeaves, signals } from '#server/database/schema.ts';
import { minuteMs } from '#domain/time.ts';
import { aLiveSignal } from '#tests/support/a-signal.ts';
import { createTestContest, startsAt, type TestContest } from '#tests/support/test-contest.ts';
import type { TestPerson } from '#tests/support/test-people.ts';

let test: TestContest;
beforeAll(async () => {
  test = await createTestContest();
});
afterAll(() => test.close());

const db = () => test.database.db;

/** Signals of the contest with an outcome. */
async function win({ id: userId }: TestPerson, count: number): Promise<string[]> {
  const like = await aLiveSignal(db(), { userId, status: 'settled', result: 'void' });
  const rows = Array.from({ length: count }, () => ({
    ...like,
    id: crypto.randomUUID(),
    result: 'successful' as const,
    issuedAt: new Date(startsAt),
  }));
  await db().insert(signals).values(rows);
  return rows.map(({ id }) => id);
}

/** As the settlement of a signal appends it. */
async function record(kind: 'outcome' | 'void', signalId: string): Promise<void> {
  const [newest] = await db()
    .select({ index: max(recordLeaves.index) })
    .from(recordLeaves);
  const leaf = {
    index: (newest?.index ?? -1) + 1,
    kind,
    at: new Date(startsAt),
    signalId,
    leaf: '{}',
    leafHash: Buffer.alloc(32),
  };
  await db().insert(recordLeaves).values(leaf);
}

const getCount = async ({ id }: TestPerson) => {
  const [entry] = await db().select().from(contestEntries).where(eq(contestEntries.userId, id));
  return [entry?.won, entry?.decided];
};
const topTraders = async () => {
  test.time.advance(minuteMs);
  return (await test.visitor.get('/api/user/contest')).json().topTraders;
};

it('counts a participant at joining, then those whose signals were settled or voided since', async () => {
  const early = await test.participant({ email: 'early@example.com' });
  const other = await test.participant({ email: 'other@example.org' });
  await win(early, 99);
  await test.countAll();
  expect(await getCount(early)).toEqual([99, 99]);
  expect(await topTraders()).toEqual([]);

  const [hundredth = ''] = await win(early, 1);
  await win(other, 1);
  await record('outcome', hundredth);
  await test.countAll();
  // Nothing on the record shows an outcome of the other one.
  expect([await getCount(early), await getCount(other)]).toEqual([
    [100, 100],
    [0, 0],
  ]);
  expect(await topTraders()).toMatchObject([{ email: 'e***@e***.com', total: 100, winRate: 1 }]);

  await db().update(signals).set({ result: 'void', voidReason: 'operator' }).where(eq(signals.id, hundredth));
  await record('void', hundredth);
  const late = await test.participant({ email: 'late@example.net' });
  await win(late, 100);
  await test.countAll();
  expect([await getCount(early), await getCount(late)]).toEqual([
    [99, 99],
    [100, 100],
  ]);
  expect(await topTraders()).toMatchObject([{ email: 'l***@e***.net' }]);
});

it('continues where the record was counted to, however many leaves there are', async () => {
  const person = await test.participant();
  await test.countAll();
  const [newest] = await db()
    .select({ index: max(recordLeaves.index) })
    .from(recordLeaves);
  const from = (newest?.index ?? 0) + 1;
  const [won = ''] = await win(person, 1);
  await db().execute(sql`
    insert into record_leaves ("index", kind, at, signal_id, leaf, leaf_hash)
    select i, 'forecast', now(), gen_random_uuid(), '{}', '' from generate_series(${from}::int, ${from + 4_999}::int) i`);
  await record('outcome', won);
  await test.countAll();
  expect(await getCount(person)).toEqual([1, 1]);
  expect(await db().select({ to: contests.resultsCountedTo }).from(contests)).toEqual([{ to: from + 5_001 }]);
});

it('shows the last list after an error, and asks the database again only a minute later', async () => {
  const list = await topTraders();
  expect(list).toHaveLength(1);
  const asked = failOnList(test);
  expect(await topTraders()).toEqual(list);
  await Promise.all(Array.from({ length: 20 }, () => test.visitor.get('/api/user/contest')));
  expect(asked.count).toBe(1);
  asked.restore();
  expect(await topTraders()).toEqual(list);
});

/** Lets the query of the list fail. */
function failOnList({ database: { pool } }: TestContest) {
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => unknown;
  const asked = { count: 0, restore: () => void Object.assign(pool, { query }) };
  const failing = (first: { text: string }, values: unknown[]) => {
    if (!first.text.includes('lower_bound')) return query(first, values);
    asked.count++;
    return Promise.reject(new Error('canceling statement due to statement timeout'));
  };
  Object.assign(pool, { query: failing });
  return asked;
}
