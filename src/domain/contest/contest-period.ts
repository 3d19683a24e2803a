import { midnightOf } from '../market/start-of-day.ts';
import { dayMs } from '../time.ts';

/** Period of a contest. `id`: its first day. Instants in milliseconds UTC. */
export interface ContestPeriod {
  readonly id: string;
  /** Inclusive start: the first instant that counts. */
  readonly startsAt: number;
  /** Exclusive end: the first instant that no longer counts, because the last day is inclusive. */
  readonly endsAt: number;
}

/**
 * ISO days, the last one inclusive; null: 1 December to 10 January, the next season or the one that
 * ended last.
 */
export interface ContestDays {
  readonly start: string;
  readonly end: string;
}

/** How long after its end a calendar season is still the one shown. */
const shownAfterMs = 60 * dayMs;

export function contestPeriod(days: ContestDays | null, timezone: string, now: number): ContestPeriod {
  if (days) return periodOf(days, timezone);
  const year = new Date(now).getUTCFullYear();
  const last = periodOf(seasonOf(year - 1), timezone);
  return now < last.endsAt + shownAfterMs ? last : periodOf(seasonOf(year), timezone);
}

const seasonOf = (year: number): ContestDays => ({ start: `${year}-12-01`, end: `${year + 1}-01-10` });

const periodOf = ({ start, end }: ContestDays, timezone: string): ContestPeriod => ({
  id: start,
  startsAt: midnightOf(start, timezone),
  endsAt: midnightOf(dayAfter(end), timezone),
});

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + dayMs).toISOString().slice(0, 10);
