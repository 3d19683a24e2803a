import type { ContestDays } from '#domain/contest/contest-period.ts';
import type { ConfigIssue, Environment } from './environment.ts';

export interface ContestConfig {
  /** Null: 1 December to 10 January, every year. */
  readonly days: ContestDays | null;
  readonly timezone: string;
  /** One prize for all winners or one per winner; empty: not announced. */
  readonly prizes: readonly string[];
}

/** Null: the operator disabled the contest. */
export function contestOf(env: Environment): ContestConfig | null {
  if (!env.CONTEST) return null;
  const { CONTEST_START: start, CONTEST_END: end } = env;
  return {
    days: start && end ? { start, end } : null,
    timezone: env.WORKING_TIMEZONE,
    prizes: env.CONTEST_PRIZES,
  };
}

/** Errors in the combination of the two days. */
export function contestIssues(given: Readonly<Record<string, string>>): ConfigIssue[] {
  const { CONTEST_START: start, CONTEST_END: end } = given;
  if (start && !end) return [missing('CONTEST_END', 'the last day, inclusive, needed with CONTEST_START')];
  if (end && !start) return [missing('CONTEST_START', 'the first day, needed with CONTEST_END')];
  return start && end && start > end
    ? [{ name: 'CONTEST_END', value: end, allowed: `not before CONTEST_START (${start})` }]
    : [];
}

const missing = (name: string, allowed: string): ConfigIssue => ({ name, value: null, allowed });
