import { getOrCreate, mapKeys } from '#domain/objects.ts';
import { dateOfDay, dayMs, getDay, minuteMs } from '#domain/time.ts';
import { computeEquity, type Equity } from '#domain/statistics/equity.ts';
import type { EquityHours, ShadowHours } from '#domain/statistics/equity-hours.ts';
import type { EquitySource, MonthCoverage } from '#contract/record/views.ts';
import type { TallyKey } from '#domain/statistics/model-figures.ts';
import { addDay, type DaySums, emptyDay, emptySums, type RecordSums } from '#domain/statistics/day-sums.ts';
import { dayStep, hourSteps, maxDaysByHour } from '#domain/statistics/day-equity.ts';
import { type Gap, type GapReason, gapReasons } from '#domain/record/gaps.ts';

/** Forecasts that ended on each UTC day, by market. */
export type RecordDays = ReturnType<typeof createRecordDays>;

export interface MonthEnds {
  readonly signals: number;
  readonly practice: number;
  readonly voids: number;
}

interface Day {
  readonly sums: DaySums;
  readonly shadowHours: ShadowHours;
}

export function createRecordDays() {
  const markets = new Map<string, Map<number, Day>>();
  const dayAt = (feed: string, at: number): Day => {
    const days = getOrCreate(markets, feed, () => new Map());
    return getOrCreate(days, getDay(at), () => ({ sums: emptyDay(), shadowHours: {} }));
  };
  return {
    /** `at`: milliseconds UTC. */
    of: (feed: string, at: number): DaySums => dayAt(feed, at).sums,
    /** The hours of a day in shadow, in which the statements of its minutes are counted. */
    getShadowHours: (feed: string, at: number): ShadowHours => dayAt(feed, at).shadowHours,
    /** Sums of all days, by market. */
    sums: (): ReadonlyMap<string, RecordSums> =>
      new Map([...markets].map(([feed, days]) => [feed, sumUp(days.values())])),
    /** Forecasts of users that ended in each month, with and without an edge, and the void ones of both. */
    endsByMonth: (feed: string): ReadonlyMap<string, MonthEnds> => {
      const months = new Map<string, MonthEnds>();
      for (const [day, { sums }] of markets.get(feed) ?? []) {
        const { all, practice } = sums.signals;
        const { signals, practice: practised, voids } = months.get(getMonth(day * dayMs)) ?? noEnds;
        months.set(getMonth(day * dayMs), {
          signals: signals + countAll(all.counts),
          practice: practised + countAll(practice.counts),
          voids: voids + all.counts.void + practice.counts.void,
        });
      }
      return months;
    },
    /** Of all days of a market. */
    equity: (feed: string, source: EquitySource, key: TallyKey, payout: number): Equity => {
      const days = [...(markets.get(feed) ?? [])].toSorted(([a], [b]) => a - b);
      const span = (days.at(-1)?.[0] ?? 0) - (days[0]?.[0] ?? 0);
      const hours = days.map(
        ([, { sums, shadowHours }]): EquityHours =>
          source === 'shadow' ? (shadowHours[key] ?? {}) : sums.signals[key].hours,
      );
      const steps = span < maxDaysByHour ? hours.flatMap(hourSteps) : hours.flatMap((day) => dayStep(day) ?? []);
      return computeEquity(steps, payout);
    },
  };
}

const noEnds: MonthEnds = { signals: 0, practice: 0, voids: 0 };

const countAll = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

function sumUp(days: Iterable<Day>): RecordSums {
  const sums = emptySums();
  for (const day of days) addDay(sums, day.sums);
  return sums;
}

/** The minutes of each UTC month that are settled, and those without forecasts, by reason. */
export type MonthMinutes = Pick<MonthCoverage, 'gaps' | 'minutes'>;

/** Counts them by market. Instants in milliseconds UTC. */
export type CoverageCount = ReturnType<typeof createCoverageCount>;

const getMonth = (at: number): string => dateOfDay(getDay(at)).slice(0, 7);

export function createCoverageCount() {
  const feeds = new Map<string, Map<string, { minutes: number; readonly gaps: Record<GapReason, number> }>>();
  const monthAt = (feed: string, at: number) => {
    const months = getOrCreate(feeds, feed, () => new Map());
    return getOrCreate(months, getMonth(at), () => ({ minutes: 0, gaps: mapKeys(gapReasons, () => 0) }));
  };
  return {
    /** A minute was settled that was stated then. */
    settled: (feed: string, statedAt: number): void => {
      monthAt(feed, statedAt).minutes++;
    },
    gap: (feed: string, { from, to, reason }: Gap): void => {
      // No day lies in two months.
      for (let start = from; start < to; start = (getDay(start) + 1) * dayMs) {
        const end = Math.min(to, (getDay(start) + 1) * dayMs);
        monthAt(feed, start).gaps[reason] += (end - start) / minuteMs;
      }
    },
    /** By month, `2026-11`. */
    months: (feed: string): ReadonlyMap<string, MonthMinutes> =>
      new Map([...(feeds.get(feed) ?? [])].map(([month, own]) => [month, { ...own, gaps: { ...own.gaps } }])),
  };
}
