import { expect, test } from 'vitest';
import { nextForecastTime, nextSearchTime } from './next-search-time.ts';

const noon = Date.parse('2026-03-02T12:00:00Z');

test('the next search is just after the next bar has closed', () => {
  expect(nextSearchTime(noon + 20_000, 60)).toBe(noon + 62_000);
  expect(nextSearchTime(noon + 59_999, 60)).toBe(noon + 62_000);
});

test('the next search is not later than the server requested', () => {
  expect(nextSearchTime(noon, 60)).toBe(noon + 60_000);
  expect(nextSearchTime(noon + 20_000, 5)).toBe(noon + 25_000);
});

test('forecasts are ready two seconds after each close', () => {
  expect(nextForecastTime(noon)).toBe(noon + 2_000);
  expect(nextForecastTime(noon + 2_000)).toBe(noon + 62_000);
  expect(nextForecastTime(noon + 59_000)).toBe(noon + 62_000);
});
