import { expect, test } from 'vitest';
import type { WireBar } from '#contract/prices.ts';
import { aLiveSignal, iso, noon } from '#tests/support/browser/fake-api.ts';
import { gridSteps, getLife, getPath, getScale } from './life.ts';

const entry = noon - 60_000;
const bar = (minutesBefore: number, low: number, high: number): WireBar => ({
  time: iso(entry - minutesBefore * 60_000),
  open: low,
  high,
  low,
  close: high,
});

test('the entry stands at a third, the expiry at the end', () => {
  const { from, entryAt, to } = getLife(aLiveSignal());
  expect((entryAt - from) / (to - from)).toBeCloseTo(1 / 3, 12);
  expect([entryAt, to]).toEqual([entry, noon + 240_000]);
});

test('the scale is twice the range of the three minutes before the entry, and nothing that comes later moves it', () => {
  const before = [bar(9, 1, 2), bar(3, 1.0843, 1.0845), bar(2, 1.0842, 1.0844), bar(1, 1.0843, 1.0844)];
  const life = getLife(aLiveSignal());
  expect(getScale(before, life, 5)).toBeCloseTo(0.0006, 10);
  expect(getScale([...before, bar(0, 1.08, 1.09)], life, 5)).toBeCloseTo(0.0006, 10);
  expect(getScale([bar(1, 1.0843, 1.0843)], life, 5)).toBeCloseTo(0.00012, 10);
  expect(getScale([bar(0, 1.08, 1.09)], life, 5)).toBeNull();
});

test('the line is made of ticks, and of bars where none are known', () => {
  const life = getLife(aLiveSignal());
  const ticks = [5_000, 6_000].map((after) => ({
    symbol: 'EURUSD',
    price: 1.0846,
    bid: 1.0846,
    ask: 1.0846,
    time: iso(entry + after),
  }));
  const path = getPath([bar(1, 1.0843, 1.0844), bar(0, 1.0844, 1.0845)], ticks, life);
  expect(path.map(({ at }) => at - entry)).toEqual([-60_000, -40_001, -20_002, -3, 0, 5_000, 6_000]);
  expect(path.map(({ price }) => price)).toEqual([1.0843, 1.0843, 1.0844, 1.0844, 1.0844, 1.0846, 1.0846]);
});

test.each([
  [0.0005, 5, 0.0002],
  [0.00012, 5, 0.00005],
  [0.3, 3, 0.1],
])('a scale of %d has lines at every %d digits: %d', (scale, digits, step) => {
  expect(gridSteps(scale, digits).map((one) => Math.round(one / step))).toEqual([-2, -1, 1, 2]);
});
