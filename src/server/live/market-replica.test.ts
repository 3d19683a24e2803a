import { durations } from '#domain/market/duration.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import { createSimulatedMarket } from '#server/integrations/market-data/simulated-market.ts';
import { createValkey, type Subscriber, type Valkey } from '#server/integrations/valkey/valkey.ts';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { loadModels } from '#server/modules/models/load-models.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { startTestValkey, type TestValkey } from '#tests/support/network/start-valkey.ts';
import { describeWithValkey } from '#tests/support/network/test-valkey.ts';
import { createVirtualTime, type VirtualTime } from '#tests/support/virtual-time.ts';
import { createLiveEngine, type LiveEngine } from './live-engine.ts';
import { createMarketReplica } from './market-replica.ts';
import type { MarketView } from './market-view.ts';
import { publishMarket } from './publish-market.ts';

const { after } = systemScheduler;
const symbols = ['EURUSD', 'GBPUSD', 'USDJPY'];
const start = Date.parse('2026-03-02T10:00:30.000Z');
const models = await loadModels(new URL('../../../models/', import.meta.url));

let server: TestValkey;
let time: VirtualTime;
let engine: LiveEngine;
let leader: { term: number; isLeading: boolean };
let stops: (() => unknown)[];

const connect = (name: string): Valkey => {
  const valkey = createValkey({ url: server.url, name, after, log: silentLog });
  void valkey.start();
  stops.push(valkey.stop);
  return valkey;
};
const publish = async (): Promise<void> => {
  const publisher = publishMarket({
    engine,
    valkey: connect('publisher'),
    leader: { term: () => leader.term, isLeading: () => leader.isLeading },
    after,
    log: silentLog,
  });
  await publisher.start();
  stops.unshift(publisher.stop);
};
const copy = async (realNow: () => number = () => 0) => {
  const { feed, pairs } = engine;
  const replica = createMarketReplica({
    feed,
    pairs,
    valkey: connect('copy'),
    ...models,
    realNow,
    after,
    log: silentLog,
  });
  await replica.start();
  stops.unshift(replica.stop);
  return replica;
};
const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
};
/** Until it is whole: the keys are written one after the other. */
const untilCopied = (replica: MarketView): Promise<void> =>
  until(
    () =>
      symbols.every((symbol) => replica.lastTick(symbol)) &&
      engine.board.newest().every((one) => replica.explain(one)) &&
      allBars(replica).every((own, i) => own.length === allBars(engine)[i]?.length),
  );
const allBars = (market: Pick<LiveEngine, 'bars'>) =>
  symbols.map((symbol) => market.bars(symbol, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY));

it('ignores what was still being read when its subscription was lost', async () => {
  const subscribers: Subscriber[] = [];
  const reads: PromiseWithResolvers<string[]>[] = [];
  const readRows = () => {
    const read = Promise.withResolvers<string[]>();
    reads.push(read);
    return read.promise;
  };
  const { bars } = createMarketReplica({
    feed: { id: 'simulated', kind: 'simulated', isLive: true },
    pairs: ['EURUSD'],
    valkey: {
      // The two commands of a read.
      commands: { get: async () => null, lrange: readRows } as unknown as Valkey['commands'],
      subscribe: (_channel, subscriber) => {
        subscribers.push(subscriber);
        return () => undefined;
      },
    },
    forecasters: [],
    realNow: () => 0,
    after,
    log: silentLog,
  });
  const [subscriber] = subscribers;
  const row = (minute: number) => JSON.stringify([start + minute * minuteMs, 1.1, 1.1, 1.1, 1.1, 9]);
  const times = () => bars('EURUSD', Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY).map(({ time: at }) => at);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  subscriber?.onSubscribed();
  subscriber?.onLost();
  subscriber?.onSubscribed();
  reads[1]?.resolve([row(0), row(1)]);
  await settled();
  reads[0]?.resolve([row(0)]);
  await settled();
  expect(times()).toEqual([start, start + minuteMs]);
});

describeWithValkey('a copy of the published market', () => {
  beforeEach(async () => {
    stops = [];
    server = await startTestValkey();
    leader = { term: 1, isLeading: true };
    time = createVirtualTime(start);
    const { clock, scheduler } = time;
    const marketData = createSimulatedMarket({ seed: 1, clock, scheduler, symbols });
    const config = { feed: { kind: 'simulated', seed: 1 } } as const;
    const needs = {
      config,
      marketData,
      models,
      clock,
      observeFeed: () => undefined,
      after: scheduler.after,
      log: silentLog,
    };
    engine = createLiveEngine({ ...needs, leader: { isLeading: () => leader.isLeading } });
    await engine.start();
    await time.advanceAsync(2 * minuteMs);
  });
  afterEach(async () => {
    for (const stop of stops) await stop();
    await engine.stop();
    await server.kill();
  });

  it('has the same forecasts, explanations, bars and prices as the engine', async () => {
    await publish();
    const replica = await copy();
    await untilCopied(replica);
    const now = time.clock.now();
    const forecasts = engine.board.newest();
    expect(forecasts.length).toBeGreaterThan(20);
    const query = { models: [...new Set(forecasts.map(({ model }) => model))], durations, symbols, now };
    expect(replica.board.list(query)).toEqual(engine.board.list(query));
    expect(forecasts.map(replica.explain)).toEqual(forecasts.map(engine.explain));
    expect(allBars(replica)).toEqual(allBars(engine));
    expect(symbols.map(replica.lastTick)).toEqual(symbols.map(engine.lastTick));
    expect(replica.feedState()).toEqual({ connected: true });
  });

  it('follows the engine from minute to minute', async () => {
    await publish();
    const replica = await copy();
    const heard: number[] = [];
    replica.onForecasts(([first]) => heard.push(first?.barTime ?? 0));
    await untilCopied(replica);
    const before = heard.length;
    await time.advanceAsync(minuteMs);
    await until(() => heard.length > before);
    expect(allBars(replica)).toEqual(allBars(engine));
    expect(heard.at(-1)).toBe(engine.board.newest()[0]?.barTime);
  });

  it('has no prices once nothing was heard for 90 seconds, nor while Valkey is away', async () => {
    await publish();
    let now = 0;
    const replica = await copy(() => now);
    await untilCopied(replica);
    leader.isLeading = false;
    now += 90_001;
    // A message may still be under way.
    await until(() => replica.lastTick('EURUSD') === null || (now += 90_001) < 0);
    expect(replica.feedState().connected).toBe(false);
    expect(replica.age()).toBeGreaterThan(90_000);

    leader.isLeading = true;
    await untilCopied(replica);
    await server.kill();
    await until(() => replica.age() === null);
    expect(replica.lastTick('EURUSD')).toBeNull();

    await server.restart();
    await untilCopied(replica);
    expect(allBars(replica)).toEqual(allBars(engine));
  });

  it('ignores what a former leader still publishes', async () => {
    leader.term = 2;
    await publish();
    const replica = await copy();
    await untilCopied(replica);
    const tick = replica.lastTick('EURUSD');
    const message = { term: 1, seq: 9, feedState: { connected: false }, ticks: [], bars: [], minute: null };
    const { commands } = connect('former');
    await until(() => commands.status === 'ready');
    await commands.publish(`kurs:market:${engine.feed.id}`, JSON.stringify({ ...message, isRefilled: false }));
    await commands.ping();
    await until(() => replica.age() !== null);
    expect([replica.feedState(), replica.lastTick('EURUSD')]).toEqual([{ connected: true }, tick]);
  });
});
