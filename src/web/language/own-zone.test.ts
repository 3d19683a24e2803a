import { expect, test } from 'vitest';
import { offsetName, ownZone, shiftedHour } from './own-zone.ts';

test.each([
  [0, 120, 2],
  [23, 120, 1],
  [0, -240, 20],
  [12, 0, 12],
])('converts %i:00 UTC with an offset of %i minutes to hour %i', (hour, ahead, expected) => {
  expect(shiftedHour(hour, ahead)).toBe(expected);
});

test.each([
  [0, 'UTC'],
  [120, 'UTC+2'],
  [330, 'UTC+5:30'],
  [-240, 'UTC\u22124'],
])('names an offset of %i minutes %s', (ahead, name) => {
  expect(offsetName(ahead)).toBe(name);
});

test.each([
  ['Europe/Kiev', 'Europe/Kyiv, GMT+2'],
  ['America/New_York', 'America/New_York, GMT-5'],
  ['UTC', 'UTC'],
])('names the zone %s %s in winter', (timeZone, name) => {
  expect(ownZone(Date.parse('2026-01-15T12:00:00Z'), timeZone)).toBe(name);
});
