import { describe, expect, it } from 'vitest';
import {
  isExcludedHour,
  isMarketOpen,
  isOpenThroughout,
  marketState,
  nextHolidays,
  type TradingHours,
  tradingDayEnd,
  tradingDaysBefore,
  tradingDayStart,
} from './trading-hours.ts';

const forex: TradingHours = { calendar: 'forex', window: null };
const kyiv: TradingHours = {
  calendar: 'always',
  window: { days: [1, 2, 3, 4, 5], fromMinute: 8 * 60, toMinute: 22 * 60, timezone: 'Europe/Kyiv' },
};
const at = (iso: string): number => Date.parse(iso);

describe('the forex week', () => {
  it.each([
    ['Friday 16:59 New York, winter', '2026-11-20T21:59:00Z', true],
    ['Friday 17:00 New York, winter', '2026-11-20T22:00:00Z', false],
    ['Saturday', '2026-11-21T12:00:00Z', false],
    ['Sunday 16:59 New York, winter', '2026-11-22T21:59:00Z', false],
    ['Sunday 17:00 New York, winter', '2026-11-22T22:00:00Z', true],
    ['Friday 16:59 New York, summer', '2026-07-17T20:59:00Z', true],
    ['Friday 17:00 New York, summer', '2026-07-17T21:00:00Z', false],
    ['Sunday 17:00 after the US changed to summer time', '2026-03-08T21:00:00Z', true],
    ['Sunday 16:59 after the US changed to summer time', '2026-03-08T20:59:00Z', false],
    ['Sunday 17:00 after the US changed to winter time', '2026-11-01T22:00:00Z', true],
    ['Sunday 16:59 after the US changed to winter time', '2026-11-01T21:59:00Z', false],
    ['the evening before Christmas Day', '2026-12-24T22:00:00Z', false],
    ['Christmas afternoon', '2026-12-25T21:59:00Z', false],
    ['new year from 22:00 UTC the evening before', '2025-12-31T22:00:00Z', false],
    ['new year, 17:00 New York', '2026-01-01T22:00:00Z', true],
    ['an ordinary Tuesday night', '2026-11-17T03:00:00Z', true],
  ])('%s: open at %s is %s', (_name, time, open) => {
    expect(isMarketOpen(forex, at(time))).toBe(open);
  });
});

it.each([
  ['2026-11-17T21:30:00Z', true],
  ['2026-11-17T15:00:00Z', false],
])('the thin hours are excluded only where the operator says so: at %s %s', (time, isExcluded) => {
  expect(isExcludedHour({ ...forex, excludesThinHours: true }, at(time))).toBe(isExcluded);
  expect(isExcludedHour(forex, at(time))).toBe(false);
});

/** F17, F19: the weeks of the four clock changes and of both holidays, minute by minute. */
describe.each([
  ['8 March 2026, New York to summer time', '2026-03-04', [['2026-03-06T22:00', '2026-03-08T21:00']]],
  ['29 March 2026, Kyiv to summer time', '2026-03-25', [['2026-03-27T21:00', '2026-03-29T21:00']]],
  ['25 October 2026, Kyiv to winter time', '2026-10-21', [['2026-10-23T21:00', '2026-10-25T21:00']]],
  ['1 November 2026, New York to winter time', '2026-10-28', [['2026-10-30T21:00', '2026-11-01T22:00']]],
  [
    'Christmas 2026',
    '2026-12-21',
    [
      // Friday's holiday runs into the weekend.
      ['2026-12-24T22:00', '2026-12-27T22:00'],
    ],
  ],
  [
    'New Year 2025',
    '2024-12-30',
    [
      ['2024-12-31T22:00', '2025-01-01T22:00'],
      ['2025-01-03T22:00', '2025-01-05T22:00'],
    ],
  ],
])('the week of %s', (_name, from, closures) => {
  const bounds = closures.map(([start, end]) => [at(`${start}Z`), at(`${end}Z`)] as const);
  const minutes = Array.from({ length: 7 * 24 * 60 }, (_, i) => at(`${from}T00:00Z`) + i * 60_000);

  it('is open in exactly the minutes outside its closures', () => {
    const wrong = minutes.filter(
      (time) => isMarketOpen(forex, time) === bounds.some(([start, end]) => start <= time && time < end),
    );
    expect(wrong.map((time) => new Date(time).toISOString())).toEqual([]);
  });

  it('has the working hours of Kyiv by its clocks, whatever New York does', () => {
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Kyiv', weekday: 'short' });
    const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Kyiv', hour: '2-digit', hourCycle: 'h23' });
    const wrong = minutes.filter((time) => {
      const isWorking = !['Sat', 'Sun'].includes(clock.format(time));
      const hours = Number(hour.format(time));
      return isMarketOpen(kyiv, time) !== (isWorking && hours >= 8 && hours < 22);
    });
    expect(wrong.map((time) => new Date(time).toISOString())).toEqual([]);
  });
});

describe('the working window', () => {
  it.each([
    ['Monday 07:59 Kyiv', '2026-11-16T05:59:00Z', false],
    ['Monday 08:00 Kyiv', '2026-11-16T06:00:00Z', true],
    ['Monday 22:00 Kyiv', '2026-11-16T20:00:00Z', false],
    ['Saturday noon', '2026-11-21T10:00:00Z', false],
    ['the Monday after Kyiv changed to summer time, 08:00', '2026-03-30T05:00:00Z', true],
    ['the Monday after Kyiv changed to winter time, 08:00', '2026-10-26T06:00:00Z', true],
  ])('%s', (_name, time, open) => {
    expect(isMarketOpen(kyiv, at(time))).toBe(open);
  });

  it('reports the next opening and the close after it', () => {
    const state = marketState(kyiv, at('2026-11-21T10:00:00Z'));
    expect(state).toEqual({ open: false, nextOpen: at('2026-11-23T06:00:00Z'), nextClose: at('2026-11-23T20:00:00Z') });
  });

  it('is open only when calendar and window both are', () => {
    const both: TradingHours = { ...kyiv, calendar: 'forex' };
    expect(isMarketOpen(both, at('2026-12-25T10:00:00Z'))).toBe(false);
    expect(isMarketOpen(kyiv, at('2026-12-25T10:00:00Z'))).toBe(true);
  });
});

describe('a signal near the close', () => {
  it('may expire at the close but not after it', () => {
    const close = at('2026-11-20T22:00:00Z');
    expect(isOpenThroughout(forex, close - 300_000, close)).toBe(true);
    expect(isOpenThroughout(forex, close - 300_000, close + 1)).toBe(false);
  });

  it('is never blocked by a market that does not close', () => {
    expect(isOpenThroughout({ calendar: 'always', window: null }, 0, 1e12)).toBe(true);
    expect(marketState({ calendar: 'always', window: null }, 0)).toEqual({
      open: true,
      nextOpen: null,
      nextClose: null,
    });
  });
});

describe('the next holidays', () => {
  it('match the calendar closures to the minute', () => {
    const found = nextHolidays(forex, at('2026-11-21T18:00:00Z'), 3);
    expect(found.map(({ from }) => new Date(from).toISOString())).toEqual([
      '2026-12-24T22:00:00.000Z',
      '2026-12-31T22:00:00.000Z',
      '2028-12-24T22:00:00.000Z',
    ]);
    // The third one follows a weekend.
    for (const { from, to } of found.slice(0, 2)) {
      const edges = [from - 60_000, from, to - 60_000];
      expect(edges.map((time) => isMarketOpen(forex, time))).toEqual([true, false, false]);
    }
  });

  it('include the dates that the operator adds, in the summer time of New York too', () => {
    const hours: TradingHours = { ...forex, holidays: ['2027-03-26', '2027-05-01'] };
    expect(nextHolidays(hours, at('2027-01-02T00:00:00Z'), 1)).toEqual([
      { from: at('2027-03-25T21:00:00Z'), to: at('2027-03-26T21:00:00Z') },
    ]);
    expect(isMarketOpen(hours, at('2027-03-25T20:59:00Z'))).toBe(true);
    expect(isMarketOpen(hours, at('2027-03-25T21:00:00Z'))).toBe(false);
  });

  it('include a current one, and are empty when the market never closes', () => {
    expect(nextHolidays(forex, at('2026-12-25T12:00:00Z'), 1)).toEqual([
      { from: at('2026-12-24T22:00:00Z'), to: at('2026-12-25T22:00:00Z') },
    ]);
    expect(nextHolidays(kyiv, at('2026-12-25T12:00:00Z'), 1)).toEqual([]);
  });
});

const iso = (time: number): string => new Date(time).toISOString().slice(0, 16);

describe('a trading day', () => {
  it.each([
    ['2026-01-14T21:59:59.999Z', '2026-01-13T22:00'],
    ['2026-01-14T22:00:00.000Z', '2026-01-14T22:00'],
    ['2026-07-14T20:59:59.999Z', '2026-07-13T21:00'],
    ['2026-07-14T21:00:00.000Z', '2026-07-14T21:00'],
  ])('that was over at %s ended last at %s, 17:00 New York', (time, end) => {
    expect(iso(tradingDayEnd(Date.parse(time)))).toBe(end);
  });

  it('has 23 hours when the clocks go forward, and 25 when they go back', () => {
    expect(iso(tradingDayStart(Date.parse('2026-03-08T21:00:00Z')))).toBe('2026-03-07T22:00');
    expect(iso(tradingDayStart(Date.parse('2026-11-01T22:00:00Z')))).toBe('2026-10-31T21:00');
  });

  it('follows the one before it', () => {
    const days = tradingDaysBefore(Date.parse('2026-03-10T12:00:00Z'), 4);
    expect(days.map(iso)).toEqual(['2026-03-09T21:00', '2026-03-08T21:00', '2026-03-07T22:00', '2026-03-06T22:00']);
  });
});
