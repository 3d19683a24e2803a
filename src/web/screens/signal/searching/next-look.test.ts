import { expect, test } from 'vitest';
import { nextLook } from './next-look.ts';

const noon = Date.parse('2026-03-02T12:00:00Z');

test('the next search is just after the next bar has closed', () => {
  expect(nextLook(noon + 20_000, 60)).toBe(noon + 62_000);
  expect(nextLook(noon + 59_999, 60)).toBe(noon + 62_000);
});

test('the next search is not later than the server requested', () => {
  expect(nextLook(noon, 60)).toBe(noon + 60_000);
  expect(nextLook(noon + 20_000, 5)).toBe(noon + 25_000);
});
