import type { Contest } from '#contract/contest.ts';
import type { Formats } from '../../language/formats.ts';

/** A contest's days in its own zone, and its instants in that of whoever reads. */
export interface ContestDays {
  readonly first: string;
  readonly last: string;
  /** By the reader's clock; null: it shows the same. */
  readonly local: { readonly from: string; readonly to: string } | null;
  /** Whole days until the end, from a moment on; 0 on the last. */
  readonly daysLeft: (now: number) => number;
}

const dayMs = 86_400_000;

export function contestDays({ startsAt, endsAt, timezone }: Contest, f: Formats, ownZone = zoneHere()): ContestDays {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)];
  const dayAndClock = (at: number): string => `${f.day(at)}, ${f.clock(at)}`;
  const isSame =
    offsetIn(from, timezone) === offsetIn(from, ownZone) && offsetIn(to, timezone) === offsetIn(to, ownZone);
  return {
    first: f.day(from, timezone),
    // The end is the first instant after it.
    last: f.day(to - 1, timezone),
    local: isSame ? null : { from: dayAndClock(from), to: dayAndClock(to) },
    daysLeft: (now) => Math.max(0, Math.floor((to - now) / dayMs)),
  };
}

const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

function offsetIn(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
