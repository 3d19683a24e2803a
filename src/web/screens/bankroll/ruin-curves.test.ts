import { expect, test } from 'vitest';
import { computeRuinCurves, stakesFor } from './ruin-curves.ts';

const funds = { balance: 124.5, payout: 0.85, minBalance: 10 };

test('stakes range from the smallest to a fifth of the balance', () => {
  const stakes = stakesFor(124.5);
  expect([stakes[0], stakes.at(-1), stakes.length]).toEqual([1, 24.9, 25]);
  expect(stakesFor(4)).toEqual([1]);
});

test('a measured rate has three curves, with more ruin at lower rates; the break-even has one', () => {
  const rate = { kind: 'own', model: null, rate: 0.545, interval: { low: 0.51, high: 0.57 }, count: 900 } as const;
  const curves = computeRuinCurves(funds, rate);
  expect(curves.map(({ name }) => name)).toEqual(['low', 'mid', 'high']);
  const at20 = curves.map(({ points }) => points.at(-1)?.ruin ?? 0);
  expect(at20).toEqual(at20.toSorted((a, b) => b - a));
  expect(computeRuinCurves(funds, { ...rate, interval: null })).toHaveLength(1);
});
