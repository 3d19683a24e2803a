import { z } from 'zod';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { list, toggle } from './formats.ts';
import { type ConfigIssue, type Given, missing, setting, type ValuesOf, withDefault } from './setting.ts';

/** `.env.example`: The New Year challenge. */
export const contestSettings = {
  CONTEST: withDefault(toggle(), 'on', 'off: there is none; its page says so and nobody can join.'),
  CONTEST_START: setting(
    day().optional(),
    '2026-12-01',
    'The first and the last day, both inclusive, in WORKING_TIMEZONE; unset: 1 December to 10 January, year by year.',
    'Another first day begins another challenge.',
  ),
  CONTEST_END: setting(day().optional(), '2027-01-10'),
  CONTEST_PRIZES: setting(
    list('one prize for all five winners, or five, comma-separated', () => true)
      .refine((prizes) => prizes.length === 1 || prizes.length === contestRules.winners, {
        error: 'one prize for all five winners, or five, comma-separated',
      })
      .default([]),
    '$200',
    'One prize for each of the five winners, or five, by rank; unset: the page says that they are still to be announced.',
  ),
};

export type ContestConfig = NonNullable<ReturnType<typeof toContestConfig>>;

/** Null: the operator disabled the contest. `days`: null: 1 December to 10 January, every year. */
export function toContestConfig(values: ValuesOf<typeof contestSettings>, timezone: string) {
  if (!values.CONTEST) return null;
  const { CONTEST_START: start, CONTEST_END: end, CONTEST_PRIZES: prizes } = values;
  return { days: start && end ? { start, end } : null, timezone, prizes };
}

/** Errors in the combination of the two days. */
export function findContestIssues(given: Given): ConfigIssue[] {
  const { CONTEST_START: start, CONTEST_END: end } = given;
  if (start && !end) return [missing('CONTEST_END', 'the last day, inclusive, needed with CONTEST_START')];
  if (end && !start) return [missing('CONTEST_START', 'the first day, needed with CONTEST_END')];
  return start && end && start > end
    ? [{ name: 'CONTEST_END', value: end, allowed: `not before CONTEST_START (${start})` }]
    : [];
}

function day() {
  return z.iso.date({ error: 'a date such as 2026-12-01' });
}
