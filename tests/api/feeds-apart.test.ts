import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secondMs } from '#domain/time.ts';
import { noCrash } from '#server/start/crash-points.ts';
import { signals } from '#server/database/schema.ts';
import { createInProcessBus } from '#server/integrations/bus/in-process-bus.ts';
import { createCheckedMarket } from '#server/integrations/market-data/checked-market.ts';
import type { MarketData } from '#server/integrations/market-data/market-data.ts';
import { createLiveEngine } from '#server/live/live-engine.ts';
import { createEnqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { pricesRoutes } from '#server/modules/prices/prices.routes.ts';
import { createSettlement } from '#server/modules/signals/settlement/create-settlement.ts';
import { aLiveSignal } from '#tests/support/a-signal.ts';
import { createFakeJobs } from '#tests/support/fake-jobs.ts';
import { type LiveFeedSetup, setUpDerivFeed, setUpOanda } from '#tests/support/market/live-feeds.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

const mids = { EURUSD: 1.1, USDJPY: 150 } as const;
type Symbol = keyof typeof mids;
const symbols = ['EURUSD', 'USDJPY'] as const;
const durationMinutes = 3;

let database: TestDatabase;
let main: LiveFeedSetup;
let second: LiveFeedSetup;
let product: Awaited<ReturnType<typeof startLeader>>;
const issued = new Map<Symbol, string>();

/** The feed, whose test server waits until each of its ticks has been received. */
const observed = ({ market, recorder }: LiveFeedSetup): MarketData => ({
  ...market,
  backfill: async () => [],
  start: (given) =>
    market.start({
      ...given,
      onTick: (tick) => {
        given.onTick(tick);
        recorder.onTick(tick);
      },
    }),
});

/** The engine, entries, settlement and prices of FEED=deriv with FEED_CHECK=oanda, on virtual time. */
async function startLeader() {
  const { clock, scheduler } = main.virtual;
  const { after } = scheduler;
  const config = { feed: { kind: 'deriv', wsUrl: '', appId: null } } as const;
  const bus = createInProcessBus();
  const isLeading = () => true;
  const engine = createLiveEngine({
    config,
    marketData: createCheckedMarket(observed(main), observed(second)),
    models: { forecasters: [], metadata: new Map() },
    leader: { isLeading },
    clock,
    after,
    log: silentLog,
  });
  const { components } = createSettlement({
    leaderDb: database.db,
    engine,
    bus,
    jobs: createFakeJobs(clock),
    enqueueUserEvents: createEnqueueUserEvents(bus, Date),
    leader: { isLeading },
    clock,
    marketClock: clock,
    scheduler,
    crashPoint: noCrash,
    log: silentLog,
  });
  const all = [...components, engine];
  for (const component of all) await component.start();
  const app = await createTestApp({ routes: [getPrices(engine)] });
  const stop = async (): Promise<void> => {
    await app.close();
    for (const component of all.toReversed()) await component.stop();
  };
  return { app, bus, engine, stop };
}

const getPrices = (market: ReturnType<typeof createLiveEngine>) =>
  pricesRoutes({
    market,
    clock: main.virtual.clock,
    hours: { calendar: 'always', window: null },
    signedIn: async (request) => void (request.user = {} as User),
    requireSignalAccess: async () => ({ isVipOpen: false }),
    readWorkingStats: () => {
      throw new Error('not read');
    },
  });

async function issue(symbol: Symbol): Promise<void> {
  const now = main.virtual.clock.now();
  const signal = { id: randomUUID(), symbol, direction: 'BUY', duration: durationMinutes } as const;
  const entering = { status: 'entering', openPrice: null, openedAt: null, expiresAt: null } as const;
  const { id: feed } = product.engine.feed;
  await aLiveSignal(database.db, { ...signal, ...entering, feed, issuedAt: new Date(now) });
  product.bus.notify('signal_issued', { ...signal, issuedAt: now });
  issued.set(symbol, signal.id);
}

/** A tick of both pairs from both feeds each second; the main feed's EURUSD is off by so much. */
async function tickFor(seconds: number, off = 0): Promise<void> {
  for (let i = 0; i < seconds; i += 1) {
    for (const symbol of symbols) {
      await second.tick(symbol, mids[symbol]);
      await main.tick(symbol, mids[symbol] + (symbol === 'EURUSD' ? off : 0));
    }
    await main.virtual.advanceAsync(secondMs);
  }
}

const getPrice = async (app: FastifyInstance, symbol: Symbol) => {
  const answer = await app.inject(`/python_api/price/${symbol}`);
  return [answer.statusCode, answer.json().code ?? answer.json().symbol];
};

const signalsNow = async () => new Map((await database.db.select().from(signals)).map((row) => [row.symbol, row]));

/** Two signals; the feeds differ on one of their pairs from a minute before both expire. */
beforeAll(async () => {
  database = await createTestDatabase();
  main = await setUpDerivFeed();
  second = await setUpOanda({ virtual: main.virtual });
  product = await startLeader();
  await main.subscribed();
  await second.subscribed();
  await tickFor(3);
  for (const symbol of symbols) await issue(symbol);
  await tickFor(120);
});

afterAll(async () => {
  await product.stop();
  await main.tearDown();
  await second.tearDown();
  await database.close();
});

test('while two feeds differ on a pair its price is stale, and that of others is not', async () => {
  expect(await getPrice(product.app, 'EURUSD')).toEqual([200, 'EURUSD']);
  await tickFor(14, 0.001);
  expect(await getPrice(product.app, 'EURUSD')).toEqual([503, 'feed_stale']);
  expect(await getPrice(product.app, 'USDJPY')).toEqual([200, 'USDJPY']);
  expect(product.engine.feedState().reason).toBe('apart from oanda: EURUSD');
});

test('a signal that expires meanwhile is void for that reason, to its user and on the record', async () => {
  await tickFor(54, 0.001);
  while ([...(await signalsNow()).values()].some(({ status }) => status !== 'settled')) await tickFor(1, 0.001);
  const settled = await signalsNow();
  expect(settled.get('EURUSD')).toMatchObject({ result: 'void', voidReason: 'feed_gap', closePrice: null });
  expect(settled.get('USDJPY')).toMatchObject({ result: 'neutral', voidReason: null });

  const { rows: leaves } = await database.pool.query<{ leaf: string }>(
    "select leaf from record_leaves where kind = 'void'",
  );
  expect(leaves.map(({ leaf }) => JSON.parse(leaf))).toMatchObject([
    { signal: issued.get('EURUSD'), result: 'void', reason: 'feed_gap' },
  ]);
  const { rows: events } = await database.pool.query<{ data: unknown }>(
    "select data from user_events where name = 'result' and data->>'symbol' = 'EURUSD'",
  );
  expect(events.map(({ data }) => data)).toMatchObject([{ result: 'void', voidReason: 'feed_gap' }]);
});

test('the pair has prices again with the first on which both feeds agree', async () => {
  await tickFor(1);
  expect(await getPrice(product.app, 'EURUSD')).toEqual([200, 'EURUSD']);
  expect(product.engine.feedState()).toEqual({ connected: true });
});
