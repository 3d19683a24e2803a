import { expect, test } from 'vitest';
import { formatsIn, offsetName, zoneWithOffset, shiftedHour } from './formats.ts';

const [uk, en, ru] = [formatsIn('uk'), formatsIn('en'), formatsIn('ru')];

test('formats percent with a comma and a no-break space in uk and ru, with neither in en', () => {
  expect([uk, ru, en].map((f) => f.percent(0.5493, 1))).toEqual(['54,9\u00a0%', '54,9\u00a0%', '54.9%']);
});

test('writes minus as U+2212, and plus where a sign is requested', () => {
  expect([uk, ru, en].map((f) => f.signed(-1.94, 1))).toEqual(['\u22121,9', '\u22121,9', '\u22121.9']);
  expect(en.signed(3.4, 1)).toBe('+3.4');
});

test('formats a day in the given time zone', () => {
  const lastMoment = Date.parse('2027-01-10T21:59:59.999Z');
  expect([uk, ru, en].map((f) => f.day(lastMoment, 'Europe/Kyiv'))).toEqual([
    '10\u00a0січня',
    '10\u00a0января',
    '10\u00a0January',
  ]);
  expect(en.day(lastMoment + 1, 'Europe/Kyiv')).toBe('11\u00a0January');
});

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
  ['America/New_York', 'America/New York, GMT-5'],
  ['UTC', 'UTC'],
  ['Etc/Unknown', 'UTC'],
])('names the zone %s %s in winter', (timeZone, name) => {
  expect(zoneWithOffset(Date.parse('2026-01-15T12:00:00Z'), timeZone)).toBe(name);
});
