import { describe, expect, test } from 'vitest';
import { priceDigits, computeMid, roundPrice, toPoints } from '#domain/market/currency-pair.ts';
import { createBarBuilder } from '#engine/bar/bar-builder.ts';
import { createFeedRecorder } from '#tests/support/market/feed-recorder.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { dayMs, hourMs, minuteMs } from '#domain/time.ts';
import { createSimulatedMarket } from './simulated-market.ts';

const noon = Date.UTC(2026, 8, 15, 12);

const marketAt = (time: number, seed = 7) => {
  const virtual = createVirtualTime(time);
  return { virtual, market: createSimulatedMarket({ seed, clock: virtual.clock, scheduler: virtual.scheduler }) };
};

test('back-fills after a restart exactly the bars of the ticks before it', async () => {
  const first = marketAt(noon);
  const recorder = createFeedRecorder();
  await first.market.start(recorder);
  first.virtual.advance(5 * minuteMs);
  await first.market.stop();
  const later = marketAt(noon + 5 * minuteMs);
  for (const symbol of ['EURUSD', 'USDJPY', 'GBPCHF']) {
    const builder = createBarBuilder(priceDigits(symbol));
    const bars = recorder.ticks.filter((tick) => tick.symbol === symbol).map((tick) => builder.add(tick));
    const built = [...bars, builder.closeUntil(noon + 5 * minuteMs)].filter((bar) => bar !== null);
    expect(built).toMatchObject(await later.market.backfill(symbol, noon + 5 * minuteMs, 5));
  }
});

test('back-fills a window identically from any later instant', async () => {
  const soon = await marketAt(noon).market.backfill('EURCAD', noon, 30);
  const nextDay = await marketAt(noon + dayMs).market.backfill('EURCAD', noon, 30);
  expect(nextDay).toEqual(soon);
});

test('reveals nothing of the future', async () => {
  const bars = await marketAt(noon + 30_000).market.backfill('EURUSD', noon + hourMs, 3);
  expect(bars.map((bar) => bar.time)).toEqual([3, 2, 1].map((back) => noon - back * minuteMs));
});

test('begins each day where the previous one ended', async () => {
  const midnight = Date.UTC(2026, 8, 16);
  const { market } = marketAt(midnight + minuteMs);
  for (const symbol of market.symbols) {
    const [before, after] = await market.backfill(symbol, midnight + minuteMs, 2);
    expect(Math.abs((after?.open ?? 0) / (before?.close ?? 1) - 1)).toBeLessThan(0.0005);
  }
});

describe('the ticks of ten minutes', async () => {
  const { market, virtual } = marketAt(noon);
  const recorder = createFeedRecorder();
  await market.start(recorder);
  virtual.advance(10 * minuteMs);
  await market.stop();
  const of = (symbol: string) => recorder.ticks.filter((tick) => tick.symbol === symbol);

  test('arrive once or twice a second for every pair, never 5 s apart', () => {
    for (const symbol of market.symbols) {
      const times = of(symbol).map((tick) => tick.time);
      expect(times.length / 600).toBeGreaterThan(1);
      expect(times.length / 600).toBeLessThan(2);
      expect(Math.max(...times.slice(1).map((time, i) => time - (times[i] ?? 0)))).toBeLessThan(5_000);
    }
  });

  test('have a spread and a mid price in the precision of their pair', () => {
    for (const { symbol, bid, ask } of recorder.ticks) {
      const digits = priceDigits(symbol);
      expect(ask).toBeGreaterThan(bid);
      expect((toPoints(bid, digits) + toPoints(ask, digits)) % 2).toBe(0);
      expect(roundPrice(bid, digits)).toBe(bid);
    }
  });

  test('agree across crosses up to rounding: EURUSD × USDJPY = EURJPY', () => {
    const slotMs = 500;
    const bySlot = (symbol: string) =>
      new Map(of(symbol).map((tick) => [Math.floor(tick.time / slotMs), computeMid(tick.bid, tick.ask)]));
    const [dollars, yen, cross] = [bySlot('EURUSD'), bySlot('USDJPY'), bySlot('EURJPY')];
    const together = [...cross.keys()].filter((slot) => dollars.has(slot) && yen.has(slot));
    expect(together.length).toBeGreaterThan(200);
    for (const slot of together) {
      const [eurusd = 0, usdjpy = 0, eurjpy = 0] = [dollars.get(slot), yen.get(slot), cross.get(slot)];
      const rounding = 0.0005 + 0.000005 * usdjpy + 0.0005 * eurusd;
      expect(Math.abs(eurusd * usdjpy - eurjpy)).toBeLessThan(rounding + 1e-6);
    }
  });
});

test('moves at least twice as far at 10:00 New York time as at midnight, as fitted', async () => {
  const end = Date.UTC(2026, 8, 16);
  const { market } = marketAt(end);
  const bars = await market.backfill('EURUSD', end, 1_440);
  const meanRange = (hour: number): number => {
    const inHour = bars.filter((bar) => new Date(bar.time).getUTCHours() === hour);
    return inHour.reduce((sum, bar) => sum + bar.high - bar.low, 0) / inHour.length;
  };
  expect(meanRange(14)).toBeGreaterThan(2 * meanRange(4));
});

test('reports the gap after the process slept and continues from now', async () => {
  const { market, virtual } = marketAt(noon);
  const recorder = createFeedRecorder();
  let now = noon;
  const sleeping = createSimulatedMarket({ seed: 7, clock: { now: () => now }, scheduler: virtual.scheduler });
  await sleeping.start(recorder);
  now = noon + 60_000;
  virtual.advance(100);
  expect(recorder.gaps).toEqual([{ symbols: market.symbols, from: noon - 1, to: noon + 60_000 }]);
  expect(recorder.ticks).toEqual([]);
  now = noon + 61_000;
  virtual.advance(100);
  expect(recorder.ticks.length).toBeGreaterThan(0);
  expect(Math.min(...recorder.ticks.map((tick) => tick.time))).toBeGreaterThan(noon + 60_000);
});
