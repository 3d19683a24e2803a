import { describe, expect, it } from 'vitest';
import { tradingDayEnd, tradingDaysBefore, tradingDayStart } from './trading-day.ts';

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
