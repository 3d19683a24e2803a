import { expect, test } from 'vitest';
import { createRandom } from '../training/boost-trees.ts';
import { fitNearPrior } from './fit-near-prior.ts';

const random = createRandom(1);
const count = 20_000;
const design = Float64Array.from({ length: 2 * count }, () => 2 * random() - 1);
const outcomes = Int8Array.from({ length: count }, (_, n) => {
  const score = 0.4 * (design[2 * n] as number) - 0.2 * (design[2 * n + 1] as number);
  return random() < 1 / (1 + Math.exp(-score)) ? 1 : -1;
});

test('finds the weights that the outcomes were drawn from', () => {
  const [first = 0, second = 0] = fitNearPrior({ design, outcomes }, [1, 0], [1, 1]);
  expect(Math.abs(first - 0.4)).toBeLessThan(0.08);
  expect(Math.abs(second + 0.2)).toBeLessThan(0.08);
});

test('stays at a prior that is much stronger than the examples', () => {
  const [first = 0, second = 0] = fitNearPrior({ design, outcomes }, [1, 0], [1e9, 1e9]);
  expect(first).toBeCloseTo(1, 3);
  expect(second).toBeCloseTo(0, 3);
});

test('keeps the prior without examples', () => {
  const none = { design: new Float64Array(), outcomes: new Int8Array() };
  expect(fitNearPrior(none, [1, 0.5], [500, 500])).toEqual([1, 0.5]);
});
