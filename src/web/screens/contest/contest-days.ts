import type { Contest } from '#contract/contest.ts';
import { dayMs } from '#domain/time.ts';
import type { Formats } from '../../language/formats.ts';

/** A contest's days in its own zone. */
export interface ContestDays {
  readonly first: string;
  readonly last: string;
  /** Whole days until the end, from a moment on; 0 on the last. */
  readonly daysLeft: (now: number) => number;
}

export function contestDays({ startsAt, endsAt, timezone }: Contest, f: Formats): ContestDays {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)];
  return {
    first: f.day(from, timezone),
    // The end is the first instant after it.
    last: f.day(to - 1, timezone),
    daysLeft: (now) => Math.max(0, Math.floor((to - now) / dayMs)),
  };
}

/** Start and end by the reader's clock; null: it shows the same as the contest's. */
export function ownHours(
  { startsAt, endsAt, timezone }: Contest,
  f: Formats,
  ownZone?: string,
): { readonly from: string; readonly to: string } | null {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)];
  if ([from, to].every((at) => wallClock(at, timezone) === wallClock(at, ownZone))) return null;
  const dayAndClock = (at: number): string => `${f.day(at)}, ${f.clock(at)}`;
  return { from: dayAndClock(from), to: dayAndClock(to) };
}

/** Read by nobody: compared alone. Names of zones would be the browser's slowest table. */
const wallClock = (at: number, timeZone?: string): string => new Date(at).toLocaleString('en-GB', { timeZone });
