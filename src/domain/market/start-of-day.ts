import { getOrCreate } from '../objects.ts';
import { dayMs } from '../time.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Start of the local day of `time`. Milliseconds UTC; correct on days of a clock change. */
export function startOfDay(time: number, timezone: string): number {
  const wall = toLocalTime(time, timezone);
  return getFirstInstant(wall - (((wall % dayMs) + dayMs) % dayMs), timezone);
}

/** Start of the local day `day` (an ISO date). Milliseconds UTC. */
export const getMidnight = (day: string, timezone: string): number =>
  getFirstInstant(Date.parse(`${day}T00:00:00.000Z`), timezone);

/**
 * The first instant whose wall-clock time is `midnight` or later. A clock change at midnight skips
 * or repeats it, so the offsets of the day before and of the day after both count.
 */
function getFirstInstant(midnight: number, timezone: string): number {
  const byOffsetAt = (time: number): number => midnight - (toLocalTime(time, timezone) - time);
  const [before, after] = [byOffsetAt(midnight - dayMs), byOffsetAt(midnight + dayMs)];
  const early = Math.min(before, after);
  return toLocalTime(early, timezone) >= midnight ? early : Math.max(before, after);
}

/**
 * The next midnight: a day has 23 to 25 hours, so 30 hours after its start is always in the next
 * one.
 */
export const startOfNextDay = (time: number, timezone: string): number =>
  startOfDay(startOfDay(time, timezone) + 1.25 * dayMs, timezone);

/** Local wall-clock time encoded as if it were UTC. */
export function toLocalTime(time: number, timezone: string): number {
  const parts = new Map(
    getOrCreate(formats, timezone, () => createFormat(timezone))
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) + (time % 1000);
}

const createFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });

/**
 * A time zone that this runtime can compute in: the named one, also under its name before 2022, or
 * UTC. A browser may name one that it does not know (`Etc/Unknown`), or lack the operator's.
 */
export const knownZone = (name = 'UTC'): string => [name, name.replace('Kyiv', 'Kiev')].find(isTimezone) ?? 'UTC';

/** Whether it is the IANA name of a time zone. */
export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
