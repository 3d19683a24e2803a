import { expect, test } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import { lastLookTime } from './look-again.ts';

const noon = Date.parse('2026-03-02T12:00:00Z');

test('the tenth search is nine minutes after the first', () => {
  expect(lastLookTime(noon + 62_000, noon + 20_000)).toBe(noon + 62_000 + 9 * minuteMs);
});

test('a search that is overdue counts as the first of ten', () => {
  expect(lastLookTime(noon + 2_000, noon + 20_000)).toBe(noon + 2_000 + 9 * minuteMs);
});
