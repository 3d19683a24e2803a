import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { recordLeaves } from '#server/database/tables/record-tables.ts';
import { eq } from 'drizzle-orm';
import { type ApiError, apiError } from '#server/http/api-error.ts';
import { noCrash } from '#server/start/crash-points.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { createEntries, createWatchedPairs } from './settlement/entries.ts';
import { createEnqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { aUser, storedAlone } from '#tests/support/a-signal.ts';
import { listAllLeaves } from '#tests/support/record/leaves-of.ts';
import { createStatedMinutes } from '#tests/support/record/stated-minutes.ts';
import { paying } from '#tests/support/paying.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createEnterSignal } from './settlement/enter-signal.ts';
import { createIssueSignal, type IssueSignal } from './issue-signal.ts';
import { createStoreSignal } from './store-signal.ts';

const now = Date.parse('2026-03-02T09:00:00.000Z');
let aheadMs = 0;
let analysisMs = 0;
let withoutEdge: ((aged: Forecast) => Promise<ApiError>) | undefined;
const clock = { now: () => now + aheadMs };
const forecast: Forecast = {
  model: 'kurs_ai_v1',
  modelVersion: 'test',
  symbol: 'EURUSD',
  barTime: now - 60_000,
  decidedAt: now,
  duration: 3,
  pUp: 0.57,
  passability: 57,
  session: 'day',
};
const analytics = {
  baseRate: 50,
  breakEven: 0.55,
  indicators: [],
  levels: [],
  sampleSize: 0,
  text: '',
};

let database: TestDatabase;
const countSignals = () => database.db.$count(recordLeaves, eq(recordLeaves.kind, 'signal'));
let issueSignal: IssueSignal;
let entries: ReturnType<typeof createEntries>;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const bus = createInProcessBus();
  const enqueueUserEvents = createEnqueueUserEvents(bus, Date);
  const enterSignal = createEnterSignal({ db, enqueueUserEvents, crashPoint: noCrash });
  const pairs = createWatchedPairs({ recentTicks: () => [], tickLog: { isNew: () => true, add: () => undefined } });
  entries = createEntries({ enterSignal, pairs, feed: 'simulated:1', log: silentLog });
  bus.onNotice('signal_issued', entries.add);
  const market = { symbols: ['EURUSD'], direction: 'BUY' as const, passability: 57 };
  const feed = { id: 'simulated:1', symbols: ['EURUSD'] };
  const minutes = createStatedMinutes({ db, clock, market, feed });
  issueSignal = createIssueSignal({
    readPayouts: async () => paying(0.82),
    assertNotStopped: async () => undefined,
    db,
    storeSignal: createStoreSignal({
      db,
      record: { readMarketState: minutes.state },
      bus,
      enqueueUserEvents,
      ...storedAlone,
    }),
    clock,
    market: {
      feed: { id: 'simulated:1', kind: 'simulated', isLive: false, symbols: ['EURUSD'], notOffered: [] },
      readyInMs: () => 0,
    },
    chooseForecast: async () => ({
      forecast,
      payout: 0.82,
      hasEdge: true,
      aiModel: 'kurs_ai_v1',
      ...(withoutEdge && { withoutEdge }),
    }),
    analyze: () => {
      aheadMs += analysisMs;
      return (aged) => ({
        ...analytics,
        contributions: [{ feature: 'return_1', value: 0, effect: 100 * aged.forecast.pUp - 50 }],
      });
    },
    hours: { calendar: 'always', window: null },
  });
});
afterAll(() => database.close());

const issueFor = (id: string) =>
  issueSignal({
    user: { id, lang: 'en' },
    model: 'kurs_ai_v1',
    durations: [3],
    exclude: [],
    isPracticeAllowed: false,
    isVipOpen: false,
  });

describe('signals issued concurrently', () => {
  let users: string[];

  it('are all stored, in the order of the record index and without gaps', async () => {
    users = await Promise.all(Array.from({ length: 60 }, () => aUser(database.db)));
    const issued = await Promise.all(users.map(issueFor));
    const leaves = await listAllLeaves(database.db);
    expect(leaves.map(({ index }) => index)).toEqual(leaves.map((_, i) => i));
    const indices = leaves.flatMap(({ index, leaf }) => (leaf.kind === 'signal' ? [index] : []));
    expect(issued.map(({ recordIndex }) => recordIndex).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(indices);
  });

  it('all enter at the first tick', async () => {
    entries.onTick({ symbol: 'EURUSD', time: now + 200, receivedAt: now + 200, bid: 1.1, ask: 1.10002 });
    await entries.idle();
    const { rows } = await database.pool.query(
      'select status, open_price, opened_at, count(*)::int from signals group by 1, 2, 3',
    );
    expect(rows).toEqual([
      { status: 'live', open_price: 1.10001, opened_at: new Date(now + 200), count: users.length },
    ]);
  });

  it('are limited to one per user: concurrent calls get one signal, the others a conflict error', async () => {
    const user = await aUser(database.db);
    const calls = await Promise.allSettled([issueFor(user), issueFor(user), issueFor(user)]);
    const issued = calls.flatMap((call) => (call.status === 'fulfilled' ? [call.value.id] : []));
    expect(issued).toHaveLength(1);
    const refused = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason] : []));
    expect(refused).toMatchObject(
      [1, 2].map(() => ({ code: 'signal_active', details: { signal: { id: issued[0] } } })),
    );
    const { rows } = await database.pool.query('select id from signals where user_id = $1', [user]);
    expect(rows).toEqual([{ id: issued[0] }]);
  });
});

describe('a signal beside a process whose clock was ahead', () => {
  it('that has lost its edge by its issue is not passed off as practice, unless practice was asked for', async () => {
    const user = await aUser(database.db);
    analysisMs = minuteMs;
    const aged: Forecast[] = [];
    withoutEdge = async (lost) => (aged.push(lost), apiError('no_signal'));
    const before = await countSignals();
    await expect(issueFor(user)).rejects.toMatchObject({ code: 'no_signal' });
    expect(await countSignals()).toBe(before);
    expect(aged).toMatchObject([{ passability: expect.closeTo(50 + 7 * (1 - 0.35), 10) }]);
  });
});
