import { toLocalTime } from '#domain/market/start-of-day.ts';
import { dayMs, minuteMs } from '#domain/time.ts';

const [earliest, latest] = [Date.UTC(1990, 0), Date.UTC(2100, 0)];
const isRecorded = (time: number): boolean => time >= earliest && time < latest;

/** Milliseconds in a second, milli-, micro- and nanosecond: the counts from 1990 to 2100 in these units do not overlap. */
const epochUnits = [1_000, 1, 1e-3, 1e-6];

/** Milliseconds UTC of a count since 1970 in any of these units; NaN: none from 1990 to 2100. */
export function fromEpoch(count: number): number {
  for (const unit of epochUnits) {
    const time = Math.round(count * unit);
    if (isRecorded(time)) return time;
  }
  return Number.NaN;
}

/** `2024-03-04T00:00:00Z`, `2024.03.04 00:00`, `20240304 000000`, `04.03.2024 00:00:00.000 GMT+0200` and their mixtures. */
const stamp =
  /^(?:(\d{4})([-./]?)(\d\d)\2(\d\d)|(\d\d)\.(\d\d)\.(\d{4}))(?:[T ]?(\d\d):?(\d\d)(?::?(\d\d)(?:[.,]?(\d{1,9}))?)?)? ?(Z|(?:UTC|GMT)?(?:([+-])(\d\d):?(\d\d)?)?)$/i;

export const isStamp = (text: string): boolean => stamp.test(text);

/** Why a time is not read. `repeated`: a clock change makes the zone show it twice, or never. */
type TimeIssue = 'unreadable' | 'without a zone' | 'repeated';

interface StampedTime {
  /** Milliseconds UTC; of a repeated or skipped time one of two. */
  readonly time: number;
  readonly issue: TimeIssue | null;
}

const unreadable: StampedTime = { time: Number.NaN, issue: 'unreadable' };

/** Reads dates with a time of day; `timezone` holds where they state no zone, null: they must. */
export function toStampReader(timezone: string | null): (text: string) => StampedTime {
  const localClock = timezone === null ? null : createLocalClock(timezone);

  return (text) => {
    const match = stamp.exec(text);
    if (!match) return unreadable;
    const [year, month, day] = match[1] === undefined ? [match[7], match[6], match[5]] : [match[1], match[3], match[4]];
    const [hour, minute, second] = [match[8], match[9], match[10]].map((digits) => Number(digits ?? 0));
    const ms = Math.round(1_000 * Number(`0.${match[11] ?? 0}`));
    const wall = toWall([Number(year), Number(month), Number(day), hour ?? 0, minute ?? 0, second ?? 0]) + ms;
    if (!isRecorded(wall)) return unreadable;
    if (match[12] !== '') return { time: wall - offsetMs(match.slice(13)), issue: null };
    return localClock ? localClock(wall) : { time: wall, issue: 'without a zone' };
  };
}

/** A clock's reading as if it were UTC; NaN for 30 February and 25:00, which Date would carry over. */
function toWall(parts: readonly [number, number, number, number, number, number]): number {
  const [year, month, day, hour, minute, second] = parts;
  const wall = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isKept = wall.getUTCDate() === day && wall.getUTCHours() === hour && wall.getUTCSeconds() === second;
  return isKept && month <= 12 && minute < 60 ? wall.getTime() : Number.NaN;
}

function offsetMs([sign, hours = '0', minutes = '0']: readonly (string | undefined)[]): number {
  const offset = (60 * Number(hours) + Number(minutes)) * minuteMs;
  return sign === '-' ? -offset : offset;
}

/** No zone has changed its clocks within a quarter of an hour. */
const quarterMs = 15 * minuteMs;

/** Caches the last quarter of an hour, because times come in order. */
function createLocalClock(timezone: string): (wall: number) => StampedTime {
  let quarter = Number.NaN;
  let current: StampedTime = unreadable;
  return (wall) => {
    const start = Math.floor(wall / quarterMs) * quarterMs;
    if (start !== quarter) current = toInstant(start, timezone);
    quarter = start;
    return { ...current, time: current.time + wall - start };
  };
}

/** The offsets of the day before and of the day after both count: one of them holds, or a clock change is near. */
function toInstant(wall: number, timezone: string): StampedTime {
  const candidates = [wall - dayMs, wall + dayMs].map((near) => wall - (toLocalTime(near, timezone) - near));
  const instants = [...new Set(candidates)].filter((time) => toLocalTime(time, timezone) === wall);
  return { time: instants[0] ?? candidates[0] ?? Number.NaN, issue: instants.length === 1 ? null : 'repeated' };
}
