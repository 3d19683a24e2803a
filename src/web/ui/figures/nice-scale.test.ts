import fc from 'fast-check';
import { expect, test } from 'vitest';
import { niceScale } from './nice-scale.ts';

test.each([
  [[0, 162, -20], 5, [-50, 0, 50, 100, 150, 200]],
  [[48.2, 62], 5, [45, 50, 55, 60, 65]],
  [[0, 0.8], 5, [0, 0.2, 0.4, 0.6, 0.8]],
  [[3, 3], 5, [3, 3.1]],
])('scales %j with at most %i ticks', (values, max, ticks) => {
  expect(niceScale(values, max + 1).ticks).toEqual(ticks);
});

test('ticks are few, ascending, and cover every value', () => {
  // Stakes and percents, to a thousandth; no chart needs a finer scale.
  const value = fc.integer({ min: -1e9, max: 1e9 }).map((thousandths) => thousandths / 1e3);
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), fc.integer({ min: 3, max: 9 }), (values, max) => {
      const { from, to, ticks } = niceScale(values, max);
      expect(ticks.length).toBeLessThanOrEqual(Math.max(max, 3));
      expect(ticks.length).toBeGreaterThan(1);
      expect(ticks).toEqual(ticks.toSorted((a, b) => a - b));
      const slack = 1e-6 * Math.max(1, ...values.map(Math.abs));
      expect(from).toBeLessThanOrEqual(Math.min(...values) + slack);
      expect(to).toBeGreaterThanOrEqual(Math.max(...values) - slack);
    }),
  );
});

test.each([
  [[0, 0.9], 1],
  [[0, 0.09], 2],
  [[0, 162], 0],
  [[0, 1.1], 2],
])('states how many decimals the labels of %j need', (values, decimals) => {
  expect(niceScale(values, 6).decimals).toBe(decimals);
});
