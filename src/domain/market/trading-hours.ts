import { minuteMs } from '../time.ts';

/**
 * When the market is open: both the market's own calendar and the operator's working window must be
 * open. `forex`: Sunday 17:00 to Friday 17:00 New York, closed on 25 December and 1 January (from
 * 17:00 the evening before to 17:00 of the day). Instants in milliseconds UTC.
 */
export type MarketCalendar = 'forex' | 'always';

export interface WorkingWindow {
  /** ISO weekdays, 1 = Monday. */
  readonly days: readonly number[];
  /** Minutes of the local day, 0 to 1440; the window is [from, to). */
  readonly fromMinute: number;
  readonly toMinute: number;
  readonly timezone: string;
}

export interface TradingHours {
  readonly calendar: MarketCalendar;
  /** Null: the operator set no working window, always open. */
  readonly window: WorkingWindow | null;
}

export interface MarketState {
  readonly open: boolean;
  readonly nextOpen: number | null;
  readonly nextClose: number | null;
}

const horizonMinutes = 15 * 24 * 60;

export const isMarketOpen = (hours: TradingHours, time: number): boolean =>
  (hours.calendar === 'always' || isForexOpen(time)) && (hours.window === null || isInWindow(hours.window, time));

/**
 * The current state and the next change in each direction, to the minute; null when there is none
 * within 15 days.
 */
export function marketState(hours: TradingHours, now: number): MarketState {
  const open = isMarketOpen(hours, now);
  const change = nextChange(hours, now, open);
  if (change === null) return { open, nextOpen: null, nextClose: null };
  const back = nextChange(hours, change, !open);
  return open ? { open, nextClose: change, nextOpen: back } : { open, nextOpen: change, nextClose: back };
}

/**
 * Open from `from` to `to` without interruption: a signal may not expire in a closed market. The
 * bounds are rounded to minutes.
 */
export function isOpenThroughout(hours: TradingHours, from: number, to: number): boolean {
  if (!isMarketOpen(hours, from)) return false;
  const change = nextChange(hours, from, true, to);
  return change === null || change >= to;
}

function nextChange(hours: TradingHours, from: number, state: boolean, until?: number): number | null {
  if (hours.calendar === 'always' && hours.window === null) return null;
  let time = Math.floor(from / minuteMs) * minuteMs + minuteMs;
  const end = until ?? from + horizonMinutes * minuteMs;
  // Every rule changes on a quarter-hour at the finest known zone offset, unless the operator set
  // odd minutes.
  const step = stepOf(hours);
  time = Math.ceil(time / step) * step;
  for (; time <= end; time += step) if (isMarketOpen(hours, time) !== state) return time;
  return null;
}

const stepOf = ({ window }: TradingHours): number =>
  window && (window.fromMinute % 15 !== 0 || window.toMinute % 15 !== 0) ? minuteMs : 15 * minuteMs;

function isInWindow(window: WorkingWindow, time: number): boolean {
  const local = localTime(time, window.timezone);
  return (
    window.days.includes(local.weekday) && local.minuteOfDay >= window.fromMinute && local.minuteOfDay < window.toMinute
  );
}

function isForexOpen(time: number): boolean {
  const local = localTime(time, 'America/New_York');
  const afternoon = local.minuteOfDay >= 17 * 60;
  if (local.weekday === 6) return false;
  if (local.weekday === 5 && afternoon) return false;
  if (local.weekday === 7 && !afternoon) return false;
  return !isHoliday(local, afternoon);
}

/** The trading day that ends at 17:00 New York on 25 December or 1 January. */
const isHoliday = ({ month, day }: LocalTime, afternoon: boolean): boolean =>
  (month === 12 && day === 25 && !afternoon) ||
  (month === 12 && day === 24 && afternoon) ||
  (month === 1 && day === 1 && !afternoon) ||
  (month === 12 && day === 31 && afternoon);

/**
 * A closure by the market's own calendar within a week that would otherwise be open: [from, to).
 */
export interface Closure {
  readonly from: number;
  readonly to: number;
}

const hour = 60 * minuteMs;
/** Months are zero-based, as in `Date`. */
const holidays = [
  { month: 11, day: 25 },
  { month: 0, day: 1 },
] as const;

/**
 * The next holidays in order, including a current one; those on a Saturday or Sunday are skipped
 * because the market is closed anyway. New York is five hours behind UTC in these months.
 */
export function nextHolidays({ calendar }: TradingHours, now: number, count: number): readonly Closure[] {
  if (calendar === 'always') return [];
  const year = new Date(now).getUTCFullYear();
  const closures = [year, year + 1, year + 2, year + 3].flatMap((one) =>
    holidays.flatMap(({ month, day }) => {
      const to = Date.UTC(one, month, day, 22);
      const isWeekend = [0, 6].includes(new Date(to).getUTCDay());
      return isWeekend ? [] : [{ from: to - 24 * hour, to }];
    }),
  );
  return closures
    .filter(({ to }) => to > now)
    .sort((a, b) => a.from - b.from)
    .slice(0, count);
}

interface LocalTime {
  readonly weekday: number;
  readonly month: number;
  readonly day: number;
  readonly minuteOfDay: number;
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const formats = new Map<string, Intl.DateTimeFormat>();

function localTime(time: number, timezone: string): LocalTime {
  const parts = new Map(
    formatOf(timezone)
      .formatToParts(time)
      .map((part) => [part.type, part.value]),
  );
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  return {
    weekday: weekdays.indexOf(parts.get('weekday') ?? '') + 1,
    month: number('month'),
    day: number('day'),
    minuteOfDay: number('hour') * 60 + number('minute'),
  };
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(timeZone, format);
  return format;
}
