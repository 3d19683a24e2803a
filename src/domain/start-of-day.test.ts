import { expect, it } from 'vitest';
import { startOfDay } from './start-of-day.ts';

it.each([
  ['a winter afternoon in Kyiv', '2026-01-15T14:30:12.345Z', 'Europe/Kyiv', '2026-01-14T22:00:00.000Z'],
  ['a summer night in Kyiv', '2026-07-01T21:00:00.000Z', 'Europe/Kyiv', '2026-07-01T21:00:00.000Z'],
  ['the moment before', '2026-07-01T20:59:59.999Z', 'Europe/Kyiv', '2026-06-30T21:00:00.000Z'],
  ['the day the clocks go forward', '2026-03-29T12:00:00.000Z', 'Europe/Kyiv', '2026-03-28T22:00:00.000Z'],
  ['the day the clocks go back', '2026-10-25T12:00:00.000Z', 'Europe/Kyiv', '2026-10-24T21:00:00.000Z'],
  ['UTC', '2026-03-02T09:00:00.000Z', 'UTC', '2026-03-02T00:00:00.000Z'],
  ['New York', '2026-03-02T03:00:00.000Z', 'America/New_York', '2026-03-01T05:00:00.000Z'],
])('the local day of %s began at its midnight', (_title, time, timezone, began) => {
  expect(startOfDay(Date.parse(time), timezone)).toBe(Date.parse(began));
});
