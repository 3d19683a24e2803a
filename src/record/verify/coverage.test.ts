import { expect, it } from 'vitest';
import { isMarketOpen } from '#domain/market/trading-hours.ts';
import { dayMs, hourMs, minuteMs } from '#domain/time.ts';
import { countOpenMinutes, createCoverage, reportCoverage } from './coverage.ts';
import { createFindings } from './findings.ts';

/** A Thursday. */
const start = Date.parse('2026-03-05T00:00:00.000Z');

it('counts the open minutes of a week in which summer time begins as a count of each minute does', () => {
  for (const [from, to] of [
    [start, start + 7 * dayMs],
    [start + 43 * minuteMs, start + 4 * dayMs + 17 * minuteMs],
    [start + 2 * dayMs, start + 2 * dayMs + minuteMs],
  ] as const) {
    let count = 0;
    for (let at = from; at < to; at += minuteMs) if (isMarketOpen({ calendar: 'forex', window: null }, at)) count++;
    expect(countOpenMinutes('forex', from, to)).toBe(count);
    expect(countOpenMinutes('always', from, to)).toBe((to - from) / minuteMs);
  }
  expect(countOpenMinutes('forex', start, start + 7 * dayMs)).toBe(121 * 60);
});

it('names the days on which something is missing, and fails above what is allowed', () => {
  const coverage = createCoverage('always', start);
  const now = start + 2 * dayMs;
  for (let minute = 0; minute < 2 * 1_440; minute++)
    if (minute < 1_440 || minute > 1_500) coverage.minute(start + minute * minuteMs, 1);
  coverage.decided(start, 100, 3);
  for (let i = 0; i < 50; i++) coverage.signal(start + dayMs);
  coverage.voided(start + dayMs);
  const days = coverage.list({ now, closed: 0 });
  expect(days.map(({ day, open, covered }) => [day, open - covered])).toEqual([
    ['2026-03-05', 0],
    ['2026-03-06', 61],
  ]);
  const lines: string[] = [];
  const findings = createFindings((line) => lines.push(line));
  reportCoverage(days, { pairs: 4, maxUncovered: 2.2 }, findings);
  expect(findings.countFailures()).toBe(0);
  reportCoverage(days, { pairs: 4, maxUncovered: 2.1 }, findings);
  expect(findings.failures()).toMatchObject([{ rule: 16 }]);
  expect(lines).toContain('note   2026-03-06: 61 of 1440 minutes uncovered: 4.24 %');
  expect(lines).toContain('note   2026-03-05: 3 of 100 outcomes void for want of a price: 3.00 %');
  expect(lines).toContain('note   1 of 50 signals voided by the operator: 2.00 %');
  expect(lines.some((line) => line.includes('2026-03-06: 1 of 50'))).toBe(false);
});

it('takes leaves that are not open yet for the newest minutes, and for no older ones', () => {
  const coverage = createCoverage('always', start);
  for (let minute = 0; minute < 50; minute++) coverage.minute(start + minute * minuteMs, 0);
  const missing = (now: number, closed: number): number =>
    coverage.list({ now, closed }).reduce((sum, { open, covered }) => sum + open - covered, 0);
  expect(missing(start + hourMs, 0)).toBe(9);
  expect(missing(start + hourMs, 5)).toBe(4);
  expect(missing(start + hourMs, 400)).toBe(0);
  // An hour without a minute is more than closed leaves can hold.
  expect(missing(start + 2 * hourMs, 400)).toBeGreaterThan(50);
});
