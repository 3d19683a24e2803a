import { expect, it } from 'vitest';
import type { SetFigures } from '#contract/record/record.ts';
import { hourMs } from '#domain/time.ts';
import { computeFigures, countInTurn, countSignal, emptyHour, forecastKey, type HourSums } from './figures.ts';
import { parsePrices } from './lines.ts';

const newestAt = Date.parse('2026-06-30T12:00:00.000Z');
const lastHour = Math.floor(newestAt / hourMs);
const signal = { of: 7, model: 'kurs_ai_v2', pair: 'EURUSD', duration: 5, probability: 57, payout: 0.8 } as const;
const period = { size: 9, days: null, newestAt, models: ['kurs_ai_v2', 'vip'] as const, payout: 0.8 };

/** Hours with these many wins and losses, the newest last. */
function toHours(results: readonly (readonly [won: number, lost: number])[], apart = 1): [number, HourSums][] {
  return results.map(([won, lost], i) => {
    const hour = emptyHour();
    for (let n = 0; n < won; n++) countSignal(hour, signal, 'successful');
    for (let n = 0; n < lost; n++) countSignal(hour, signal, 'unsuccessful');
    return [lastHour - apart * (results.length - 1 - i), hour];
  });
}

it('shows a rate from a hundred outcomes in twenty hours on, with an interval that widens by hour', () => {
  const even = computeFigures(toHours(Array.from({ length: 25 }, () => [3, 2])), period).all.signals;
  expect(even).toMatchObject({ total: 125, successful: 75, unsuccessful: 50, winRate: 0.6 });
  const uneven = computeFigures(toHours(Array.from({ length: 25 }, (_, i) => (i % 5 < 3 ? [5, 0] : [0, 5]))), period);
  expect((uneven.all.signals.high ?? 0) - (uneven.all.signals.low ?? 0)).toBeGreaterThan(
    1.5 * ((even.high ?? 0) - (even.low ?? 0)),
  );
  expect(computeFigures(toHours(Array.from({ length: 19 }, () => [5, 5])), period).all.signals.winRate).toBeNull();
  expect(computeFigures(toHours(Array.from({ length: 24 }, () => [2, 2])), period).all.signals.winRate).toBeNull();
});

it('counts the last days up to that of the newest leaf', () => {
  const days = toHours(
    Array.from({ length: 100 }, () => [1, 0]),
    24,
  );
  const totals = ([30, 90, null] as const).map(
    (own) => computeFigures(days, { ...period, days: own }).all.signals.total,
  );
  expect(totals).toEqual([30, 90, 100]);
});

it('puts one stake on each signal at the payout of the genesis', () => {
  const { equity } = computeFigures(
    toHours([
      [2, 0],
      [0, 3],
      [1, 0],
    ]),
    { ...period, days: 30 },
  );
  expect(equity).toMatchObject({ trades: 6, total: -0.6, longestLosses: 3, drawdown: { depth: 3 } });
  expect(equity.points.map(({ total }) => total)).toEqual([0, 1.6, -1.4, -0.6]);
});

it('keeps practice apart, and out of all figures below 52 %', () => {
  const practice = { ...signal, probability: 55.7 };
  expect([signal, practice, { ...signal, probability: 51.99 }].map(forecastKey)).toEqual([
    '7 kurs_ai_v2 EURUSD 5 true',
    '7 kurs_ai_v2 EURUSD 5 false',
    null,
  ]);
  const hour = emptyHour();
  countSignal(hour, practice, 'successful');
  const figures = computeFigures([[lastHour, hour]], period);
  expect([figures.all.signals.total, figures.practice.total, figures.equity.trades]).toEqual([0, 1, 0]);
});

it('compares what was stated with what came, by steps of a hundred outcomes or more', () => {
  const prices = parsePrices('EURUSD 1.10000@1 5:1.10010@299000');
  const hours = Array.from({ length: 60 }, (_, i): [number, HourSums] => {
    const hour = emptyHour();
    for (const [side, probability] of [
      ['BUY', 53],
      ['BUY', 57],
      ['BUY', 57],
      ['SELL', 57],
      ['BUY', 59],
      ['BUY', 63],
    ] as const)
      if (prices)
        countInTurn(hour, 'vip', { forecast: { pair: 'EURUSD', duration: 5, side, probability }, prices, payout: 0.8 });
    for (let n = 0; n < i % 3; n++) countSignal(hour, signal, n === 0 ? 'successful' : 'unsuccessful');
    return [lastHour - i, hour];
  });
  const { models, all } = computeFigures(hours, period);
  const [own, vip] = models;
  // At a payout of 0.8 the VIP model has an edge from 56.56 % on.
  expect(vip?.inTurn).toMatchObject({ total: 300, successful: 240 });
  const toRow = ({ stated, real, count }: SetFigures['steps'][number]) => [stated, real, count];
  expect(vip?.inTurn.steps.map(toRow)).toEqual([
    [0.57, 2 / 3, 180],
    [0.61, 1, 120],
  ]);
  expect(all.inTurn).toEqual(vip?.inTurn);
  expect(vip?.signals.steps).toEqual([]);
  // Fewer than a hundred outcomes have neither a rate nor steps.
  expect([own?.signals.total, own?.signals.winRate, own?.signals.steps]).toEqual([60, null, []]);
});
