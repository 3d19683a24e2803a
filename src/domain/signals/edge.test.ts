import { expect, it } from 'vitest';
import { expectedValue, hasEdge, neededProbability } from './edge.ts';

it.each([
  // Break-even at 85 % is 54.054 %, at 82 % 54.945 %.
  ['kurs_ai_v2', 54.26, 0.85, true],
  ['kurs_ai_v2', 54.25, 0.85, false],
  ['kurs_ai_v2', 54.26, 0.82, false],
  ['vip', 55.06, 0.85, true],
  ['vip', 55.05, 0.85, false],
])('%s at %d % and a payout of %d has an edge: %s', (model, probability, payout, expected) => {
  expect(hasEdge({ model, probability, payout })).toBe(expected);
});

it('expects four cents of a dollar from 56 of 100 at a payout of 85 %', () => {
  expect(expectedValue({ probability: 56, payout: 0.85 })).toBeCloseTo(0.036, 12);
});

it('needs break-even, and as the VIP Indicator eight tenths of a point more', () => {
  expect(neededProbability({ model: 'kurs_ai_v2', payout: 0.85 })).toBeCloseTo(54.054, 3);
  expect(neededProbability({ model: 'vip', payout: 0.85 })).toBeCloseTo(54.854, 3);
});
