import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { SignalLeaf } from '#record/leaf.ts';
import { countAll, createTestFigures } from '#tests/support/test-figures.ts';
import { simulateRecord } from '#tests/support/record/simulated-record.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { minuteMs } from '#domain/time.ts';
import { type RecordedLeaf, writeLeaves } from '../append/append-leaves.ts';
import { createCountRecord } from './count-record.ts';
import { createReadEquity, createReadOverall, createReadRecordSums } from './read-record-sums.ts';

const start = Date.parse('2026-03-02T09:00:00.000Z');
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

type End = 'successful' | 'neutral' | 'unsuccessful' | 'void';
let feeds = 0;
const aFeed = (): string => `simulated:count-${++feeds}`;

interface Received {
  readonly feed: string;
  readonly at: number;
  readonly model?: AiModelKey;
  readonly version?: string;
  readonly hasEdge?: boolean;
}

function issued({
  feed,
  at,
  model = 'vip',
  version = 'v',
  hasEdge = true,
}: Received): RecordedLeaf & { leaf: SignalLeaf } {
  const id = randomUUID();
  const leaf: SignalLeaf = {
    id,
    model,
    modelVersion: version,
    symbol: 'EURUSD',
    direction: 'BUY',
    passability: 57.25,
    hasEdge,
    duration: 3,
    feed,
    issuedAt: new Date(at).toISOString(),
    seq: 0,
    nonce: 'b'.repeat(32),
  };
  return { kind: 'signal', signalId: id, at: new Date(at), leaf };
}

function ended({ signalId, leaf }: { signalId: string; leaf: SignalLeaf }, result: End): RecordedLeaf {
  const openedAt = Date.parse(leaf.issuedAt) + 200;
  const expiresAt = openedAt + 3 * minuteMs;
  const at = new Date(expiresAt + 1_000);
  const signal = signalId;
  if (result === 'void')
    return { kind: 'void', signalId, at, leaf: { signal, result, reason: 'operator', at: at.toISOString() } };
  const iso = (time: number) => new Date(time).toISOString();
  const prices = { openPrice: 1.1, openedAt: iso(openedAt), closePrice: 1.1, closingTickAt: iso(expiresAt - 100) };
  const ending = { signal, result, ...prices, expiresAt: iso(expiresAt) };
  return { kind: 'outcome', signalId, at, leaf: ending };
}

const append = (leaves: readonly RecordedLeaf[]) => database.db.transaction((tx) => writeLeaves(tx, leaves));

const computeFigures = async (feed: string) => {
  const figures = await createTestFigures({ db: database.db, feed, clock: { now: () => start } })({});
  const own = figures.find(({ aiModel }) => aiModel === 'vip');
  return own && [own.successful, own.neutral, own.unsuccessful, own.void];
};
const getOverall = (feed: string) =>
  createReadOverall({
    sums: createReadRecordSums({ db: database.db, feed }),
    countRecord: () => countAll(database.db),
    feed,
    clock: { now: () => start },
  })({});
const computeEquity = (feed: string) =>
  createReadEquity({
    db: database.db,
    countRecord: () => countAll(database.db),
    payout: 0.8,
    feed,
    clock: Date,
  })({
    source: 'signals',
  });

it('counts a forecast once, by the first signal issued, however many users received it', async () => {
  const feed = aFeed();
  const all = Array.from({ length: 25 }, (_, i) => issued({ feed, at: start + i * 2_000 }));
  await append([...all, ...all.map((one, i) => ended(one, i === 0 ? 'unsuccessful' : 'successful'))]);
  expect(await computeFigures(feed)).toEqual([0, 0, 1, 0]);
  const others = [
    issued({ feed, at: start + minuteMs }),
    issued({ feed, at: start, version: 'w' }),
    issued({ feed, at: start, model: 'manual' }),
  ];
  await append([...others, ...others.map((one) => ended(one, 'successful'))]);
  expect(await computeFigures(feed)).toEqual([2, 0, 1, 0]);
  expect(await computeEquity(feed)).toMatchObject({ trades: 4, total: 1.4, longestLosses: 1 });
});

it('counts the first signal issued, whichever outcome comes first on the record', async () => {
  const outcomes = ['unsuccessful', 'successful', 'neutral'] as const;
  const record = async (order: readonly number[], inBatches: boolean) => {
    const feed = aFeed();
    const all = outcomes.map((_, i) => issued({ feed, at: start + i * 20_000 }));
    const ends = order.map((i) => ended(all[i] ?? expect.fail(), outcomes[i] ?? expect.fail()));
    // Another forecast that ends in the same hour.
    const other = issued({ feed, at: start + 2 * minuteMs });
    await append([...all, other, ended(other, 'unsuccessful')]);
    for (const batch of inBatches ? ends.map((end) => [end]) : [ends]) {
      await append(batch);
      await countAll(database.db);
    }
    const { points } = await computeEquity(feed);
    const { size: _size, ...overall } = await getOverall(feed);
    return { counts: await computeFigures(feed), overall, points };
  };
  const inOrder = await record([0, 1, 2], false);
  expect(inOrder.counts).toEqual([0, 0, 2, 0]);
  for (const inBatches of [false, true])
    for (const order of [
      [1, 0, 2],
      [2, 1, 0],
    ])
      expect(await record(order, inBatches)).toEqual(inOrder);
});

it('counts practice apart, once, and withdraws it when it is voided', async () => {
  const feed = aFeed();
  const practice = [0, 1, 2].map((i) => issued({ feed, at: start + i * 1_000, hasEdge: false }));
  const [first] = practice;
  if (!first) throw new Error('three signals were made');
  const own = issued({ feed, at: start + 3_000, hasEdge: true });
  await append([...practice, own, ...practice.map((one) => ended(one, 'successful')), ended(own, 'unsuccessful')]);
  expect(await computeFigures(feed)).toEqual([0, 0, 1, 0]);
  expect(await getOverall(feed)).toMatchObject({
    total: 1,
    unsuccessful: 1,
    practice: { total: 1, successful: 1, winRate: null },
  });
  expect(await computeEquity(feed)).toMatchObject({ trades: 1 });
  await append([ended(first, 'void')]);
  expect(await getOverall(feed)).toMatchObject({ total: 1, void: 0, practice: { total: 0, void: 1 } });
});

it('counts a forecast as void only until one of its signals has an outcome', async () => {
  const feed = aFeed();
  const [first, second, third] = [0, 1, 2].map((i) => issued({ feed, at: start + i * 1_000 }));
  if (!first || !second || !third) throw new Error('three signals were made');
  await append([first, second, third, ended(first, 'void')]);
  expect(await computeFigures(feed)).toEqual([0, 0, 0, 1]);
  await append([ended(second, 'unsuccessful'), ended(third, 'successful')]);
  expect(await computeFigures(feed)).toEqual([0, 0, 1, 0]);
  await append([ended(third, 'void')]);
  expect(await computeFigures(feed)).toEqual([0, 0, 1, 0]);
  await append([ended(second, 'void')]);
  expect(await computeFigures(feed)).toEqual([0, 0, 0, 1]);
  expect(await computeEquity(feed)).toMatchObject({ trades: 0, points: [] });
});

it('joins the runs of losses on both sides of a voided win', async () => {
  const feed = aFeed();
  const all = Array.from({ length: 7 }, (_, i) => issued({ feed, at: start + i * minuteMs }));
  await append([...all, ...all.map((one, i) => ended(one, i === 3 ? 'successful' : 'unsuccessful'))]);
  expect(await computeEquity(feed)).toMatchObject({ trades: 7, longestLosses: 3 });
  const win = all[3];
  if (!win) throw new Error('seven signals were made');
  await append([ended(win, 'void')]);
  expect(await computeEquity(feed)).toMatchObject({ trades: 6, total: -6, longestLosses: 6 });
});

/** All stored sums, without the counting progress. */
const stored = async () => {
  const read = async (query: string) => (await database.pool.query(query)).rows;
  return {
    totals: await read('select feed, sums from record_totals order by feed'),
    days: await read('select feed, day, sums, equity, shadow_hours, shadow_equity from record_days order by feed, day'),
    forecasts: await read('select * from record_forecasts order by key'),
  };
};
const resetSums = () =>
  database.pool.query(
    'truncate record_totals, record_days, record_forecasts; update record_progress set counted_to = 0',
  );

it('gives the same sums for any batches, after a crash in each of them, and with two concurrent processes', async () => {
  await simulateRecord(database.db, { count: 1_200, feed: aFeed(), everyMs: 70_000 });
  await countAll(database.db);
  const grown = await stored();
  await resetSums();
  await database.pool.query(`
    create sequence commits;
    create function crash() returns trigger language plpgsql as
      $$ begin if nextval('commits') % 2 = 1 then raise 'crashed before the commit'; end if; return new; end $$;
    create trigger crash before update on record_progress for each row execute function crash()`);
  const countRecord = createCountRecord({ db: database.db });
  let crashes = 0;
  for (let isMore = true; isMore; ) {
    const both = await Promise.allSettled([countRecord(), countRecord()]);
    crashes += both.filter(({ status }) => status === 'rejected').length;
    isMore = both.some((one) => one.status === 'rejected' || one.value);
  }
  await database.pool.query('drop trigger crash on record_progress');
  expect(crashes).toBeGreaterThan(2);
  await countAll(database.db);
  expect(await stored()).toEqual(grown);
  expect(grown.forecasts.length).toBeGreaterThan(1_000);
});

it('counts no more than 500 leaves per call, so that no caller waits for a long record', async () => {
  await resetSums();
  expect(await createCountRecord({ db: database.db })()).toBe(true);
  const { rows } = await database.pool.query('select counted_to from record_progress');
  expect(rows).toEqual([{ counted_to: '500' }]);
});
