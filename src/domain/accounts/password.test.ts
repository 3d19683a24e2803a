import { expect, test, it } from 'vitest';
import { estimatePasswordStrength, toFilter, isCommonPassword, unmetPasswordRules } from './password.ts';
import { readFileSync } from 'node:fs';

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

const shipped = new Uint8Array(readFileSync(new URL('../../web/ui/form/common-passwords.bin', import.meta.url)));

it.each([
  'Password1!',
  'P@ssw0rd',
  '!QAZ2wsx',
  'Sunshine1!',
  'Liverpool-99',
  '#Dragon123#',
  'Qwertyuiop1!',
  'Пароль-123',
  'Kurs2026!',
])('finds %s, which meets the rules', (password) => {
  expect(unmetPasswordRules(password)).toEqual([]);
  expect(isCommonPassword(password, shipped, 'kurs')).toBe(true);
});

it.each(['Long-enough-1', 'Another-one-2', 'Вітер-над-Дніпром-7', 'correct Horse 4 battery!', 'Liverpool-83617'])(
  'does not find %s',
  (password) => {
    expect(isCommonPassword(password, shipped, 'kurs')).toBe(false);
  },
);

it('errs for about one text in a thousand', () => {
  const words = Array.from({ length: 20_000 }, (_, index) => `w${(index * 7919).toString(36)}word`);
  const filter = toFilter(words.slice(0, 10_000));
  const isFound = (word: string): boolean => isCommonPassword(word, filter, 'kurs');
  expect(words.slice(0, 10_000).every(isFound)).toBe(true);
  expect(words.slice(10_000).filter(isFound).length).toBeLessThan(40);
});
