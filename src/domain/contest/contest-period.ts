import { getMidnight } from '../market/start-of-day.ts';
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
  if (days) return getPeriod(days, timezone);
  const year = new Date(now).getUTCFullYear();
  const last = getPeriod(createSeason(year - 1), timezone);
  return now < last.endsAt + shownAfterMs ? last : getPeriod(createSeason(year), timezone);
}

const createSeason = (year: number): ContestDays => ({ start: `${year}-12-01`, end: `${year + 1}-01-10` });

const getPeriod = ({ start, end }: ContestDays, timezone: string): ContestPeriod => ({
  id: start,
  startsAt: getMidnight(start, timezone),
  endsAt: getMidnight(dayAfter(end), timezone),
});

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + dayMs).toISOString().slice(0, 10);
