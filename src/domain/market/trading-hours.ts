import { minuteMs, startOfMinute, dayMs, hourMs } from '#domain/time.ts';
import { isThinHour } from './market-session.ts';
import { isClosedWeekend, newYorkOffsetMs } from './new-york-time.ts';
import { toLocalTime } from './start-of-day.ts';

/**
 * When the market is open: both the market's own calendar and the operator's working window must be
 * open. `forex`: Sunday 17:00 to Friday 17:00 New York, closed on 25 December and 1 January (from
 * 17:00 the evening before to 17:00 of the day). Instants in milliseconds UTC.
 */
export type MarketCalendar = 'forex' | 'always';

interface WorkingWindow {
  /** ISO weekdays, 1 = Monday. */
  readonly days: readonly number[];
  /** Minutes of the local day, 0 to 1440; the window is [from, to). */
  readonly fromMinute: number;
  readonly toMinute: number;
  readonly timezone: string;
}

export interface TradingHours {
  readonly calendar: MarketCalendar;
  /** Dates (YYYY-MM-DD) on which the forex market is closed besides 25 December and 1 January. */
  readonly holidays?: readonly string[];
  /** Null: the operator set no working window, always open. */
  readonly window: WorkingWindow | null;
  /** No signal has an edge in the thin hours. */
  readonly excludesThinHours?: boolean;
}

export interface MarketState {
  readonly open: boolean;
  readonly nextOpen: number | null;
  readonly nextClose: number | null;
}

const horizonMinutes = 15 * 24 * 60;

export const isMarketOpen = (hours: TradingHours, time: number): boolean =>
  (hours.calendar === 'always' || isForexOpen(time, hours.holidays ?? [])) &&
  (hours.window === null || isInWindow(hours.window, time));

/** Whether the operator excludes this hour from signals with an edge. */
export const isExcludedHour = ({ excludesThinHours = false }: TradingHours, time: number): boolean =>
  excludesThinHours && isThinHour(time);

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
  let time = startOfMinute(from) + minuteMs;
  const end = until ?? from + horizonMinutes * minuteMs;
  // Every rule changes on a quarter-hour at the finest known zone offset, unless the operator set
  // odd minutes.
  const step = getStep(hours);
  time = Math.ceil(time / step) * step;
  for (; time <= end; time += step) if (isMarketOpen(hours, time) !== state) return time;
  return null;
}

const getStep = ({ window }: TradingHours): number =>
  window && (window.fromMinute % 15 !== 0 || window.toMinute % 15 !== 0) ? minuteMs : 15 * minuteMs;

function isInWindow({ days, fromMinute, toMinute, timezone }: WorkingWindow, time: number): boolean {
  const local = new Date(toLocalTime(time, timezone));
  // Sunday is 0 there.
  const weekday = local.getUTCDay() || 7;
  const minute = local.getUTCHours() * 60 + local.getUTCMinutes();
  return days.includes(weekday) && minute >= fromMinute && minute < toMinute;
}

/** Closed at weekends and on holidays, by New York time. */
const isForexOpen = (time: number, holidays: readonly string[]): boolean =>
  !isClosedWeekend(time) && !isForexHoliday(time, holidays);

/** The next holidays of the market in order, including a current one; none where it never closes. */
export const nextHolidays = ({ calendar, holidays = [] }: TradingHours, now: number, count: number) =>
  calendar === 'always' ? [] : nextForexHolidays(holidays, now, count);

/** A closure within a week that would otherwise be open: [from, to), milliseconds UTC. */
export interface Closure {
  readonly from: number;
  readonly to: number;
}

/** Month and day. The banks that make the market do not quote. */
const everyYear = ['01-01', '12-25'];
/** A trading day begins and ends at 17:00 New York. */
const endOfTradingDayMs = 17 * hourMs;
const shownYears = [0, 1, 2, 3];

/**
 * Whether the trading day at `time` (milliseconds UTC) is 25 December, 1 January or one of `dates`
 * (YYYY-MM-DD). It begins at 17:00 New York the evening before: 22:00 UTC in winter.
 */
function isForexHoliday(time: number, dates: readonly string[]): boolean {
  const date = dateText(time + newYorkOffsetMs(time) + dayMs - endOfTradingDayMs);
  return everyYear.includes(date.slice(5)) || dates.includes(date);
}

/** The next holidays in order, including a current one, without those on a weekend. */
function nextForexHolidays(dates: readonly string[], now: number, count: number): readonly Closure[] {
  const year = new Date(now).getUTCFullYear();
  const yearly = shownYears.flatMap((later) => everyYear.map((day) => `${year + later}-${day}`));
  return [...new Set([...yearly, ...dates])]
    .toSorted()
    .filter((date) => !isWeekend(date))
    .map(getClosure)
    .filter(({ to }) => to > now)
    .slice(0, count);
}

function getClosure(date: string): Closure {
  const end = Date.parse(date) + endOfTradingDayMs;
  const to = end - newYorkOffsetMs(end);
  return { from: to - dayMs, to };
}

const isWeekend = (date: string): boolean => [0, 6].includes(new Date(date).getUTCDay());

const dateText = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** 17:00 New York: the value date changes, and the trading day ends. */
const rolloverMs = 17 * hourMs;

/** The newest end of a trading day at or before `time`; milliseconds UTC. */
export function tradingDayEnd(time: number): number {
  const offset = newYorkOffsetMs(time);
  const wall = Math.floor((time + offset - rolloverMs) / dayMs) * dayMs + rolloverMs;
  // The clocks of New York change at 02:00, hours away from the rollover.
  return wall - newYorkOffsetMs(wall - offset);
}

/** The start of the trading day that ends then. */
export const tradingDayStart = (end: number): number => tradingDayEnd(end - 1);

/** The ends of the last `count` trading days before `time`, newest first. */
export function tradingDaysBefore(time: number, count: number): number[] {
  const days: number[] = [];
  for (let end = tradingDayEnd(time); days.length < count; end = tradingDayStart(end)) days.push(end);
  return days;
}
