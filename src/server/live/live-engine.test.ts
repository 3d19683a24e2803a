import { expect, it } from 'vitest';
import { dayMs, minuteMs } from '#domain/time.ts';
import type { FeedHandlers } from '#server/integrations/market-data/market-data.ts';
import { createSimulatedMarket } from '#server/integrations/market-data/simulated-market.ts';
import { loadModels } from '#server/modules/models/load-models.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { createLiveEngine } from './live-engine.ts';

const symbols = ['EURUSD', 'GBPUSD', 'USDJPY'];
const start = Date.parse('2026-03-02T10:00:30.000Z');

it('forecasts a minute once with all pairs, when the bars of the last one have come, and not before', async () => {
  const time = createVirtualTime(start);
  const { clock, scheduler } = time;
  const market = createSimulatedMarket({ seed: 1, clock, scheduler, symbols });
  const held = Promise.withResolvers<void>();
  const engine = createLiveEngine({
    config: { feed: { kind: 'simulated', seed: 1 } },
    marketData: {
      ...market,
      backfill: async (symbol, until, count) => {
        if (symbol === 'USDJPY') await held.promise;
        return market.backfill(symbol, until, count);
      },
    },
    models: await loadModels(new URL('../../../models/', import.meta.url)),
    leader: { isLeading: () => true },
    clock,
    observeFeed: () => undefined,
    after: scheduler.after,
    log: silentLog,
  });
  const closed: string[] = [];
  engine.onForecasts((forecasts) => {
    const pairs = [...new Set(forecasts.map(({ symbol }) => symbol))];
    closed.push(...pairs.map((symbol) => `${symbol} ${new Date(forecasts[0]?.barTime ?? 0).toISOString()}`));
  });
  await engine.start();
  await time.advanceAsync(5_000);
  expect([closed, engine.isFetching(), engine.decidableUntil()]).toEqual([[], true, expect.closeTo(clock.now(), -4)]);
  held.resolve();
  while (engine.isFetching()) await new Promise((resolve) => setImmediate(resolve));
  await time.advanceAsync(500);
  expect(closed).toEqual(symbols.map((symbol) => `${symbol} ${new Date(start - 1.5 * minuteMs).toISOString()}`));
  await engine.stop();
});

/** The engine on a feed that sends what the test sends, by a clock that may be ahead. */
function anEngine(isLive: boolean) {
  const time = createVirtualTime(start);
  const { scheduler } = time;
  const error = { aheadMs: 0 };
  const clock = { now: () => time.clock.now() + error.aheadMs };
  const market = createSimulatedMarket({ seed: 1, clock, scheduler, symbols });
  let handlers: FeedHandlers | null = null;
  const engine = createLiveEngine({
    config: { feed: { kind: 'simulated', seed: 1 } },
    marketData: { ...market, isLive, start: async (given) => void (handlers = given), backfill: async () => [] },
    models: { forecasters: [], metadata: new Map() },
    leader: { isLeading: () => true },
    clock,
    observeFeed: () => undefined,
    after: scheduler.after,
    log: silentLog,
  });
  const send = (at: number): void =>
    handlers?.onTick({ symbol: 'EURUSD', time: at, receivedAt: clock.now(), bid: 1.1, ask: 1.1002 });
  return { engine, time, clock, error, send };
}

it.each([
  ['a simulated feed', false, 5],
  ['a live feed, which may show that the clock is wrong,', true, 30],
])('decides nothing by the clock alone before %s had time to speak', async (_name, isLive, waitsS) => {
  const { engine, time, clock } = anEngine(isLive);
  await engine.start();
  await time.advanceAsync((waitsS - 1) * 1_000);
  expect(engine.decidableUntil()).toBe(0);
  await time.advanceAsync(2_000);
  expect(engine.decidableUntil()).toBe(clock.now() - 5_000);
  await engine.stop();
});

it.each([
  ['by the clock', 9_000, 0],
  ["by the feed's last time and a timer once it contradicted the clock", dayMs, dayMs],
])('decides %s when a feed that was %i ms behind falls silent', async (_by, behindMs, aheadMs) => {
  const { engine, time, clock, send } = anEngine(true);
  await engine.start();
  for (let second = 0; second < 4; second += 1) {
    send(clock.now() - behindMs);
    await time.advanceAsync(1_000);
  }
  const toFeedTime = (): number => clock.now() - engine.decidableUntil();
  expect(clock.now() - engine.now()).toBe(aheadMs);
  expect(toFeedTime()).toBe(behindMs + 1_000);
  await time.advanceAsync(5_000);
  expect(toFeedTime()).toBe(aheadMs + 5_000);
  await time.advanceAsync(10 * minuteMs);
  expect(toFeedTime()).toBe(aheadMs + 5_000);
  send(clock.now() - behindMs);
  expect(toFeedTime()).toBe(behindMs);
  await engine.stop();
});

it('builds bars again when the clock was ahead at the start and goes back to the time of the feed', async () => {
  const { engine, time, error, send } = anEngine(true);
  error.aheadMs = dayMs;
  await engine.start();
  const tickFor = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      send(time.clock.now());
      await time.advanceAsync(1_000);
    }
  };
  await tickFor(5);
  error.aheadMs = 0;
  await tickFor(120);
  // The minute in which it went back was seen only in part.
  const minutes = engine.bars('EURUSD', start - minuteMs, start + dayMs).map((bar) => bar.time);
  expect(minutes).toEqual([start + minuteMs / 2]);
  await engine.stop();
});
