import { minuteMs, dayMs } from '#domain/time.ts';
import { getMidnight } from '#domain/market/start-of-day.ts';

/** Ten signals of the period take part in the draw of five winners. */
export const contestRules = {
  /** Own settled signals, whatever their result; practice and void ones do not count. */
  signals: 10,
  /** US dollars of own money that each signal is traded with, as the winners' screenshots prove. */
  minStake: 10,
  winners: 5,
  /** For a winner to send the screenshots; otherwise the prize passes on. */
  screenshotDays: 7,
  /** Of one winner. */
  maxScreenshots: 20,
  /** From the end to the first moment of a draw: by then the last signals are settled. */
  settledWithinMs: minuteMs,
} as const;

/** announced: not started; closed: over, and not drawn yet. */
export const contestStates = ['announced', 'running', 'closed', 'drawn'] as const;
type ContestState = (typeof contestStates)[number];

export function getContestState({ startsAt, endsAt }: ContestPeriod, drawnAt: Date | null, now: number): ContestState {
  if (drawnAt) return 'drawn';
  if (now < startsAt) return 'announced';
  return now < endsAt ? 'running' : 'closed';
}

/** Whether the contest is over and its last signals are settled. */
export const isDrawable = ({ endsAt }: ContestPeriod, now: number): boolean =>
  now >= endsAt + contestRules.settledWithinMs;

/** Screenshots pending, screenshots accepted, or prize passed on to another participant. */
export const winnerStatuses = ['awaiting', 'confirmed', 'replaced'] as const;
type WinnerStatus = (typeof winnerStatuses)[number];

/** Allowed transitions. */
const mayFollow: Readonly<Record<WinnerStatus, readonly WinnerStatus[]>> = {
  awaiting: ['confirmed', 'replaced'],
  confirmed: ['replaced'],
  replaced: [],
};

export const mayBecome = (from: WinnerStatus, to: WinnerStatus): boolean => mayFollow[from].includes(to);

/**
 * `count` different items in random order, each with the same chance; all of them when there are
 * fewer. `randomInt`: at least 0, less than `max`.
 */
export function drawRandom<Item>(items: readonly Item[], count: number, randomInt: (max: number) => number): Item[] {
  const left = [...items];
  return Array.from({ length: Math.min(count, items.length) }, () => left.splice(randomInt(left.length), 1)).flat();
}

/** Accepted image types of a screenshot, and its max size in bytes. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];
export const maxImageBytes = 2_097_152;

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
interface ContestDays {
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
