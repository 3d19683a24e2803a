import type { CoverageDay } from '#contract/record/record.ts';
import { getOrCreate } from '#domain/objects.ts';
import { isMarketOpen } from '#domain/market/trading-hours.ts';
import { dateOfDay, dayMs, getDay, hourMs, minuteMs, startOfMinute } from '#domain/time.ts';
import { type GenesisLeaf, maxClosedMs, recordLimits } from '#record/leaf.ts';
import type { Findings } from './findings.ts';

type Calendar = GenesisLeaf['calendar'];
type Counted = { -readonly [Key in Exclude<keyof CoverageDay, 'day' | 'open'>]: number };

/** Rule 16: what is missing, by UTC day. Instants in milliseconds UTC. */
export type Coverage = ReturnType<typeof createCoverage>;

interface End {
  /** The clock of the reader. */
  readonly now: number;
  /** How many leaves at the end show only their hash: the newest minutes may be among them. */
  readonly closed: number;
}

/** `startsAt`: when the record began; null: a part of it is read, which begins with its first minute. */
export function createCoverage(calendar: Calendar, startsAt: number | null) {
  const days = new Map<number, Counted>();
  let from = startsAt === null ? null : Math.ceil(startsAt / minuteMs) * minuteMs;
  let newest = from === null ? Number.NEGATIVE_INFINITY : from - minuteMs;
  const ofDay = (at: number): Counted =>
    getOrCreate(days, getDay(at), () => ({ covered: 0, without: 0, decided: 0, noPrice: 0, signals: 0, voided: 0 }));

  return {
    minute: (minute: number, without: number): void => {
      from ??= minute;
      newest = Math.max(newest, minute);
      const own = ofDay(minute);
      own.covered++;
      own.without += without;
    },
    /** Forecasts of a minute or a signal, by its `at`. */
    decided: (at: number, count: number, noPrice: number): void => {
      const own = ofDay(at);
      own.decided += count;
      own.noPrice += noPrice;
    },
    signal: (at: number): void => void ofDay(at).signals++,
    voided: (at: number): void => void ofDay(at).voided++,
    /** Every day up to the last minute that is due, oldest first. */
    list: ({ now, closed }: End): CoverageDay[] => {
      if (from === null) return [];
      const due = startOfMinute(now - minuteMs - recordLimits.statedWithinMs) + minuteMs;
      // A leaf older than this would have to be open.
      const closedFrom = Math.max(newest + minuteMs, startOfMinute(now - maxClosedMs - 2 * minuteMs));
      const hidden = Math.min(closed, countOpenMinutes(calendar, closedFrom, due));
      const listed: CoverageDay[] = [];
      for (let day = getDay(from); day * dayMs < Math.max(due, newest + minuteMs); day++) {
        const [start, end] = [
          Math.max(from, day * dayMs),
          Math.min(Math.max(due, newest + minuteMs), (day + 1) * dayMs),
        ];
        const none = { covered: 0, without: 0, decided: 0, noPrice: 0, signals: 0, voided: 0 };
        listed.push({ day: dateOfDay(day), open: countOpenMinutes(calendar, start, end), ...(days.get(day) ?? none) });
      }
      let left = hidden;
      return listed
        .toReversed()
        .map((day) => {
          const excused = Math.min(left, day.open - day.covered);
          left -= excused;
          return { ...day, open: day.open - excused };
        })
        .toReversed();
    },
  };
}

/** Minutes of [from, to) that the calendar is open; it opens and closes on the hour. */
export function countOpenMinutes(calendar: Calendar, from: number, to: number): number {
  if (calendar === 'always') return Math.max(0, Math.floor((to - from) / minuteMs));
  let open = 0;
  for (let hour = Math.floor(from / hourMs) * hourMs; hour < to; hour += hourMs)
    if (isMarketOpen({ calendar, window: null }, hour))
      open += (Math.min(to, hour + hourMs) - Math.max(from, hour)) / minuteMs;
  return Math.floor(open);
}

/** A day with a larger share of anything missing is named. */
const namedFrom = 0.02;

const shares = [
  ['minutes uncovered', (day: CoverageDay) => [day.open - day.covered, day.open]],
  ['pairs without a price', (day: CoverageDay, pairs: number) => [day.without, day.covered * pairs]],
  ['outcomes void for want of a price', (day: CoverageDay) => [day.noPrice, day.decided]],
  ['signals voided by the operator', (day: CoverageDay) => [day.voided, day.signals]],
] as const satisfies readonly [string, (day: CoverageDay, pairs: number) => readonly [number, number]][];

/** `maxUncovered`: percent; null: any share is only printed. `pairs`: how many the genesis has. */
export function reportCoverage(
  days: readonly CoverageDay[],
  { pairs, maxUncovered }: { readonly pairs: number; readonly maxUncovered: number | null },
  findings: Findings,
): void {
  for (const [what, getShare] of shares) {
    const all = days.map((day) => [day.day, ...getShare(day, pairs)] as const);
    const [missing, of] = all.reduce(([a, b], [, one, total]) => [a + one, b + total], [0, 0]);
    findings.notes(`${missing} of ${of} ${what}: ${percent(missing, of)}`);
    for (const [day, one, total] of all.toReversed())
      if (one > namedFrom * total)
        findings.notes(`${day}: ${one} of ${total} ${what}: ${percent(one, total)}`, `days: ${what}`);
    if (what === 'minutes uncovered' && maxUncovered !== null && missing * 100 > maxUncovered * of)
      findings.fails(16, null, `${percent(missing, of)} of the open minutes have no leaf, more than ${maxUncovered} %`);
  }
}

const percent = (part: number, of: number): string => `${of === 0 ? '0.00' : ((100 * part) / of).toFixed(2)} %`;
