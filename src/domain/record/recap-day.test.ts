import { expect, test } from 'vitest';
import { dateOfDay, dayOfDate, newestClosedDay } from './recap-day.ts';

test.each([
  ['2026-11-22T00:14:59.999Z', '2026-11-20'],
  ['2026-11-22T00:15:00.000Z', '2026-11-21'],
  ['2026-11-22T23:59:59.999Z', '2026-11-21'],
])('at %s the newest closed day is %s', (now, day) => {
  expect(dateOfDay(newestClosedDay(Date.parse(now)))).toBe(day);
  expect(dateOfDay(dayOfDate(day))).toBe(day);
});
