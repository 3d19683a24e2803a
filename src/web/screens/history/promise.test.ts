import { expect, test } from 'vitest';
import { promisedIn, verdictOf } from './promise.ts';

test('what was stated is weighed by how often it was', () => {
  const promised = promisedIn({
    calibration: [
      { stated: 0.55, real: 0.5, count: 30 },
      { stated: 0.6, real: 0.7, count: 10 },
    ],
  });
  expect(promised?.stated).toBeCloseTo(0.5625, 12);
  expect([promised?.real, promised?.count]).toEqual([0.55, 40]);
  // Wilson's interval of 22 in 40, as R's prop.test(22, 40, correct = FALSE) gives it.
  expect(promised?.low).toBeCloseTo(0.3983, 4);
  expect(promised?.high).toBeCloseTo(0.6929, 4);
});

test('nothing decided promises nothing', () => {
  expect(promisedIn({ calibration: [] })).toBeNull();
});

test.each([
  [0.7, 'below'],
  [0.56, 'within'],
  [0.39, 'above'],
] as const)('%d stated lies %s the interval of what came true', (stated, verdict) => {
  expect(verdictOf({ stated, real: 0.55, low: 0.3983, high: 0.6929, count: 40 })).toBe(verdict);
});
