import { describe, expect, it } from 'vitest';
import { isClosedWeekend, newYorkMinute, newYorkOffsetMs } from './new-york-time.ts';
import { isThinHour, marketSessionAt } from './market-session.ts';
import { hourMs } from '../time.ts';

const at = (iso: string): number => Date.parse(iso);

describe('market session by New York time', () => {
  it.each([
    ['2018-01-10T07:59:00Z', 'evening', '02:59 in winter'],
    ['2018-01-10T08:00:00Z', 'day', '03:00 in winter'],
    ['2018-01-10T20:59:00Z', 'day', '15:59 in winter'],
    ['2018-01-10T21:00:00Z', 'rollover', '16:00 in winter'],
    ['2018-01-11T00:59:00Z', 'rollover', '19:59 in winter'],
    ['2018-01-11T01:00:00Z', 'evening', '20:00 in winter'],
    ['2018-07-10T06:59:00Z', 'evening', '02:59 in summer'],
    ['2018-07-10T07:00:00Z', 'day', '03:00 in summer'],
    ['2018-07-10T20:00:00Z', 'rollover', '16:00 in summer'],
    ['2018-07-10T23:59:00Z', 'rollover', '19:59 in summer'],
    ['2018-07-11T00:00:00Z', 'evening', '20:00 in summer'],
    ['2018-03-09T20:30:00Z', 'day', 'the Friday before summer time, 15:30'],
    ['2018-03-12T20:30:00Z', 'rollover', 'the Monday after it began, 16:30'],
    ['2018-11-02T20:30:00Z', 'rollover', 'the Friday before winter time, 16:30'],
    ['2018-11-05T20:30:00Z', 'day', 'the Monday after it began, 15:30'],
  ] as const)('%s is %s (%s)', (iso, session, _localTime) => {
    expect(marketSessionAt(at(iso))).toBe(session);
    expect(isThinHour(at(iso))).toBe(session === 'rollover');
  });
});

describe('nights of a clock change', () => {
  it.each([
    ['2018-03-11T06:59:59.999Z', 119, 'the last minute before 02:00 becomes 03:00'],
    ['2018-03-11T07:00:00.000Z', 180, 'the first minute of summer time'],
    ['2018-11-04T05:59:59.999Z', 119, 'the last minute of summer time'],
    ['2018-11-04T06:00:00.000Z', 60, '01:00 comes a second time'],
    ['2026-03-08T07:00:00.000Z', 180, '8 March 2026'],
    ['2026-11-01T06:00:00.000Z', 60, '1 November 2026'],
  ] as const)('%s is minute %i (%s)', (iso, minute, _when) => {
    expect(newYorkMinute(at(iso))).toBe(minute);
  });

  it('agrees with the time zone database for every hour of twenty years', () => {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/New_York',
      hour: 'numeric',
      hourCycle: 'h23',
    });
    const differing: string[] = [];
    for (let time = at('2007-01-01T00:30:00Z'); time < at('2027-01-01T00:00:00Z'); time += hourMs) {
      const utcHour = new Date(time).getUTCHours();
      const expected = (utcHour + newYorkOffsetMs(time) / hourMs + 24) % 24;
      if (Number(format.format(time)) !== expected) differing.push(new Date(time).toISOString());
    }
    expect(differing).toEqual([]);
  });
});

describe('the closed weekend', () => {
  it.each([
    ['2018-01-12T21:59:00Z', false],
    ['2018-01-12T22:00:00Z', true],
    ['2018-01-13T12:00:00Z', true],
    ['2018-01-14T21:59:00Z', true],
    ['2018-01-14T22:00:00Z', false],
    ['2018-07-13T20:59:00Z', false],
    ['2018-07-13T21:00:00Z', true],
    ['2018-07-15T21:00:00Z', false],
  ] as const)('%s is closed: %s', (iso, closed) => {
    expect(isClosedWeekend(at(iso))).toBe(closed);
  });
});
