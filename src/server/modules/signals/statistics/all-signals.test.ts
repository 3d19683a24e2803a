import { describe, expect, it } from 'vitest';
import { pricesOfSignal } from './all-signals.ts';

const start = Date.parse('2026-03-03T15:00:00.000Z');
const at = (ms: number): Date => new Date(start + ms);
const tick = (ms: number, price = 1.1) => ({ time: at(ms), bid: price - 0.00001, ask: price + 0.00001 });
const minute = { symbol: 'EURUSD', from: at(0), to: at(60_000) };

describe('the prices of a signal', () => {
  it('are counted, ordered by time, and rounded to the precision of the pair', () => {
    const prices = pricesOfSignal([tick(0, 1.1), tick(30_000, 1.100014)], minute);
    expect(prices.count).toBe(2);
    expect(prices.points).toEqual([
      { time: '2026-03-03T15:00:00.000Z', price: 1.1 },
      { time: '2026-03-03T15:00:30.000Z', price: 1.10001 },
    ]);
  });

  it.each<[string, number[], number, number]>([
    ['between two prices', [0, 10_000, 50_000, 60_000], 40_000, 10_000],
    ['before the first', [45_000, 60_000], 45_000, 0],
    ['after the last', [0, 10_000], 50_000, 10_000],
    ['the first of several', [0, 20_000, 40_000, 60_000], 20_000, 0],
  ])('include the longest gap: %s', (_title, times, ms, from) => {
    const { longestGapMs, longestGapAt } = pricesOfSignal(
      times.map((time) => tick(time)),
      minute,
    );
    expect([longestGapMs, longestGapAt]).toEqual([ms, at(from).toISOString()]);
  });

  it('are at most as many as a chart can show, including the first and the last', () => {
    const prices = pricesOfSignal(
      Array.from({ length: 5_001 }, (_, n) => tick(n * 10)),
      minute,
    );
    expect(prices.count).toBe(5_001);
    expect(prices.points.length).toBeLessThanOrEqual(301);
    expect([prices.points[0]?.time, prices.points.at(-1)?.time]).toEqual(
      [at(0), at(50_000)].map((time) => time.toISOString()),
    );
  });
});
