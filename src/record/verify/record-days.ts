import { getOrCreate } from '#domain/objects.ts';
import { dayMs, getDay } from '#domain/time.ts';
import { type Equity, computeEquity } from '#domain/statistics/equity.ts';
import type { EquityHours, ShadowHours } from '#domain/statistics/equity-hours.ts';
import type { EquitySource } from '#contract/record/views.ts';
import type { TallyKey } from '#domain/statistics/model-figures.ts';
import { addDay, type DaySums, emptyDay, emptySums, type RecordSums } from '#domain/statistics/day-sums.ts';
import { getMonth } from './coverage-count.ts';
import { dayStep, hourSteps, maxDaysByHour } from '#domain/statistics/day-equity.ts';

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
