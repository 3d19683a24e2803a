import { expect, test } from 'vitest';
import { dayShare, momentInZone } from './market-resting.tsx';

test('the weekday and the hour are those of the zone, not of the machine', () => {
  const sundayNight = Date.parse('2026-11-22T23:30:00.000Z');
  expect(momentInZone(sundayNight, 'Europe/Kyiv')).toEqual({ isoDay: 1, time: '01:30' });
  expect(momentInZone(sundayNight, 'America/New_York')).toEqual({ isoDay: 7, time: '18:30' });
});

test.each([
  ['00:00', 0],
  ['12:00', 0.5],
  ['24:00', 1],
])('%s is %d of the day', (time, share) => {
  expect(dayShare(time)).toBe(share);
});
