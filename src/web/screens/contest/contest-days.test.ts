import { expect, test } from 'vitest';
import type { Contest } from '#contract/contest.ts';
import { formatsIn } from '#web/language/formats.ts';
import { contestDays, ownHours } from './contest-days.ts';

// Only the fields that determine the days.
const contest = {
  startsAt: '2026-11-30T22:00:00.000Z',
  endsAt: '2027-01-10T22:00:00.000Z',
  timezone: 'Europe/Kyiv',
} as Contest;
const en = formatsIn('en');

test('days are in the time zone of the contest, the last one inclusive', () => {
  const { first, last } = contestDays(contest, en);
  expect([first, last]).toEqual(['1\u00a0December', '10\u00a0January']);
});

test('the reader’s hours are omitted when they equal those of the contest, whatever the zone is called', () => {
  expect(ownHours(contest, en, 'Europe/Kyiv')).toBeNull();
  expect(ownHours(contest, en, 'Europe/Helsinki')).toBeNull();
  expect(ownHours(contest, en, 'America/New_York')).not.toBeNull();
});

test.each([
  ['2026-12-20T12:00:00.000Z', 21],
  ['2027-01-09T22:00:00.000Z', 1],
  ['2027-01-09T22:00:00.001Z', 0],
  ['2027-01-11T12:00:00.000Z', 0],
])('at %s %i whole days are left', (now, days) => {
  expect(contestDays(contest, en).daysLeft(Date.parse(now))).toBe(days);
});
