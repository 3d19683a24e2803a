import { expect, test } from 'vitest';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { computeRate, getVerdict, promisedIn } from './promise-card.tsx';

test('the stated rate is weighted by the number of signals', () => {
  const promised = promisedIn([
    { stated: 0.55, real: 0.5, count: 90 },
    { stated: 0.6, real: 0.7, count: 30 },
  ]);
  expect(promised?.stated).toBeCloseTo(0.5625, 12);
  expect([promised?.won, promised?.count, promised?.rate?.real]).toEqual([66, 120, 0.55]);
  // Wilson interval of 66 in 120, from R's prop.test(66, 120, correct = FALSE).
  expect(promised?.rate?.low).toBeCloseTo(0.4608, 4);
  expect(promised?.rate?.high).toBeCloseTo(0.6361, 4);
});

test('a rate requires a hundred outcomes', () => {
  expect(computeRate(60, minOutcomesForRate - 1)).toBeNull();
  expect(computeRate(60, minOutcomesForRate)?.real).toBe(0.6);
});

test.each([
  [0.7, 'below'],
  [0.56, 'within'],
  [0.39, 'above'],
] as const)('a stated %d is %s the interval of the observed rate', (stated, verdict) => {
  expect(getVerdict(stated, { real: 0.55, low: 0.3983, high: 0.6929 })).toBe(verdict);
});
