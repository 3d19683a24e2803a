import { expect, test } from 'vitest';
import { estimatePasswordStrength } from './password.ts';

test.each([
  ['abc', false, 'weak'],
  ['long but without digits', false, 'weak'],
  ['Aa1!aaaaaaaaaaaa', false, 'fair'],
  ['Xk4!vbnq', false, 'fair'],
  ['Long-enough-1', false, 'strong'],
  ['Password123!', true, 'weak'],
] as const)('%s (common: %s) is %s', (password, isCommon, strength) => {
  expect(estimatePasswordStrength(password, isCommon)).toBe(strength);
});
