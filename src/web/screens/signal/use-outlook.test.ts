import { expect, test } from 'vitest';
import { nextForecastTime } from './use-outlook.ts';

const noon = Date.parse('2026-03-02T12:00:00Z');

test('forecasts are ready two seconds after each close', () => {
  expect(nextForecastTime(noon)).toBe(noon + 2_000);
  expect(nextForecastTime(noon + 2_000)).toBe(noon + 62_000);
  expect(nextForecastTime(noon + 59_000)).toBe(noon + 62_000);
});
