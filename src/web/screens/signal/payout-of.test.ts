import { expect, test } from 'vitest';
import { payoutOf } from './payout-of.ts';

test('break-even at a payout of 82 % converts back to the payout', () => {
  expect(payoutOf(1 / 1.82)).toBeCloseTo(0.82, 12);
});
