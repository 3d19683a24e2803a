import { expect, test } from 'vitest';
import { isClosedWeekend, newYorkTimeOfDay } from './new-york-time.ts';

const quarterMs = 900_000;
const format = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  hour: '2-digit',
  minute: '2-digit',
});

test.each([
  ['the start of summer time in 2026', Date.UTC(2026, 2, 7)],
  ['its end in 2026', Date.UTC(2026, 9, 31)],
  ['the start of summer time in 2017', Date.UTC(2017, 2, 11)],
  ['the turn of a year', Date.UTC(2018, 11, 31)],
])('the rule agrees with the time zone database around %s', (_, from) => {
  for (let time = from; time < from + 3 * 86_400_000; time += quarterMs) {
    const [hour = 0, minute = 0] = format.format(time).split(':').map(Number);
    expect(newYorkTimeOfDay(time)).toBe((hour * 60 + minute) * 60_000);
  }
});

test.each([
  ['2018-06-01T20:59:00Z', false, 'Friday 16:59 in summer'],
  ['2018-06-01T21:00:00Z', true, 'Friday 17:00 in summer'],
  ['2018-06-03T20:59:00Z', true, 'Sunday 16:59 in summer'],
  ['2018-06-03T21:00:00Z', false, 'Sunday 17:00 in summer'],
  ['2018-12-07T21:59:00Z', false, 'Friday 16:59 in winter'],
  ['2018-12-07T22:00:00Z', true, 'Friday 17:00 in winter'],
  ['2018-12-08T12:00:00Z', true, 'Saturday'],
  ['2018-12-05T22:30:00Z', false, 'Wednesday after the rollover'],
])('at %s the weekend closure is %s: %s', (instant, closed) => {
  expect(isClosedWeekend(Date.parse(instant))).toBe(closed);
});
