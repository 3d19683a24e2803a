import { expect, test } from 'vitest';
import { getPayout } from './break-even.ts';

test('break-even at a payout of 82 % converts back to the payout', () => {
  expect(getPayout(1 / 1.82)).toBeCloseTo(0.82, 12);
});
