import { dayMs, hourMs } from '../time.ts';
import { newYorkOffsetMs } from './new-york-time.ts';

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
export function isForexHoliday(time: number, dates: readonly string[]): boolean {
  const date = dateText(time + newYorkOffsetMs(time) + dayMs - endOfTradingDayMs);
  return everyYear.includes(date.slice(5)) || dates.includes(date);
}

/** The next holidays in order, including a current one, without those on a weekend. */
export function nextForexHolidays(dates: readonly string[], now: number, count: number): readonly Closure[] {
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
