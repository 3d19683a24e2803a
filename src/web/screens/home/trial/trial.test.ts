import { expect, test } from 'vitest';
import type { Replayed } from '../replay-chart.tsx';
import { moved, untilEntry } from './trial.tsx';

test.each([
  ['BUY', 'successful', 'up'],
  ['BUY', 'unsuccessful', 'down'],
  ['SELL', 'successful', 'down'],
  ['SELL', 'unsuccessful', 'up'],
  ['SELL', 'neutral', null],
] as const)('%s that was %s moved %s', (direction, result, expected) => {
  expect(moved({ direction, result })).toBe(expected);
});

test('the chart before a guess knows nothing after the entry', () => {
  const forecast: Replayed = {
    symbol: 'EURUSD',
    digits: 5,
    direction: 'BUY',
    passability: 57,
    duration: 5,
    aiModel: 'vip',
    result: 'successful',
    openPrice: 1.1,
    openedAt: '2026-03-02T12:00:30.000Z',
    closePrice: 1.2,
    expiresAt: '2026-03-02T12:05:30.000Z',
    closes: [
      { at: '2026-03-02T12:00:00.000Z', price: 1 },
      { at: '2026-03-02T12:01:00.000Z', price: 1.15 },
    ],
  };
  const { closes, closePrice } = untilEntry(forecast);
  expect([closes.map(({ price }) => price), closePrice]).toEqual([[1], 1.1]);
});
