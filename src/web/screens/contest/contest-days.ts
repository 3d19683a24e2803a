import type { Contest } from '#contract/contest.ts';
import { knownZone } from '#domain/market/start-of-day.ts';
import { dayMs } from '#domain/time.ts';
import type { Formats } from '#web/language/formats.ts';

/** Days of a contest in its own time zone. */
interface ContestDays {
  readonly first: string;
  readonly last: string;
  /** Whole days until the end, counted from `now`; 0 on the last day. */
  readonly daysLeft: (now: number) => number;
}

export function contestDays({ startsAt, endsAt, timezone }: Contest, f: Formats): ContestDays {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)];
  return {
    first: f.day(from, timezone),
    // The end is exclusive: the first instant after the last day.
    last: f.day(to - 1, timezone),
    daysLeft: (now) => Math.max(0, Math.floor((to - now) / dayMs)),
  };
}

/** Start and end in the reader's time zone; null: the same as in the contest's. */
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

/** Only used for comparison, never displayed. Time zone names are the browser's slowest table. */
const wallClock = (at: number, timezone?: string): string =>
  new Date(at).toLocaleString('en-GB', timezone === undefined ? {} : { timeZone: knownZone(timezone) });
