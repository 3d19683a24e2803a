import { expect, it } from 'vitest';
import { minuteMs } from '#domain/time.ts';
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

it.each([
  ['a simulated feed', false, 5],
  ['a live feed, which may show that the clock is wrong,', true, 30],
])('decides nothing by the clock alone before %s had time to speak', async (_name, isLive, waitsS) => {
  const time = createVirtualTime(start);
  const { clock, scheduler } = time;
  const market = createSimulatedMarket({ seed: 1, clock, scheduler, symbols });
  const engine = createLiveEngine({
    config: { feed: { kind: 'simulated', seed: 1 } },
    marketData: { ...market, isLive, start: async () => undefined },
    models: { forecasters: [], metadata: new Map() },
    leader: { isLeading: () => true },
    clock,
    observeFeed: () => undefined,
    after: scheduler.after,
    log: silentLog,
  });
  await engine.start();
  await time.advanceAsync((waitsS - 1) * 1_000);
  expect(engine.decidableUntil()).toBe(0);
  await time.advanceAsync(2_000);
  expect(engine.decidableUntil()).toBe(clock.now() - 5_000);
  await engine.stop();
});
