import { type DayOutcomes, dayOutcomes } from '#domain/statistics/day-outcomes.ts';
import { dayOf, emptyDay } from '#domain/statistics/day-sums.ts';
import { dayMs } from '#domain/time.ts';
import { type Equity, equityOf } from '#domain/statistics/equity.ts';
import type { EquityHours, ShadowHours } from '#domain/statistics/equity-hours.ts';
import type { EquitySource } from '#contract/record/views.ts';
import type { TallyKey } from '#domain/statistics/model-figures.ts';
import {
  addDayByDelay,
  type DayByDelay,
  emptyDayByDelay,
  emptySumsByDelay,
  type SumsByDelay,
} from '#domain/statistics/sums-by-delay.ts';
import { monthOf } from './coverage-count.ts';
import { dayStep, hourSteps, maxDaysByHour } from '#server/modules/record/figures/day-equity.ts';

/** Forecasts that ended on each UTC day, by market. */
export interface RecordDays {
  /** `at`: milliseconds UTC. */
  of(feed: string, at: number): DayByDelay;
  /** The hours of a day in shadow, in which the statements of its minutes are counted. */
  shadowHoursOf(feed: string, at: number): ShadowHours;
  /** Sums of all days, by market. */
  sums(): ReadonlyMap<string, SumsByDelay>;
  /** Forecasts of users that ended in each month, and the void ones; of practice, only the void ones. */
  endsByMonth(feed: string): ReadonlyMap<string, { readonly signals: number; readonly voids: number }>;
  /** Outcomes of a day (since 1970). */
  outcomesOn(feed: string, day: number): DayOutcomes;
  /** Of all days of a market. */
  equity(feed: string, source: EquitySource, key: TallyKey, payout: number): Equity;
}

interface Day {
  readonly sums: DayByDelay;
  readonly shadowHours: ShadowHours;
}

export function createRecordDays(): RecordDays {
  const markets = new Map<string, Map<number, Day>>();
  const dayAt = (feed: string, at: number): Day => {
    const days = markets.get(feed) ?? new Map<number, Day>();
    markets.set(feed, days);
    const day = days.get(dayOf(at)) ?? { sums: emptyDayByDelay(), shadowHours: {} };
    days.set(dayOf(at), day);
    return day;
  };
  return {
    of: (feed, at) => dayAt(feed, at).sums,
    shadowHoursOf: (feed, at) => dayAt(feed, at).shadowHours,
    sums: () => new Map([...markets].map(([feed, days]) => [feed, sumOf(days.values())])),
    endsByMonth: (feed) => {
      const months = new Map<string, { signals: number; voids: number }>();
      for (const [day, { sums }] of markets.get(feed) ?? []) {
        const { all, practice } = sums[0].signals;
        const month = months.get(monthOf(day * dayMs)) ?? { signals: 0, voids: 0 };
        months.set(monthOf(day * dayMs), month);
        month.signals += Object.values(all.counts).reduce((sum, count) => sum + count, 0);
        month.voids += all.counts.void + practice.counts.void;
      }
      return months;
    },
    outcomesOn: (feed, day) => dayOutcomes(markets.get(feed)?.get(day)?.sums[0] ?? emptyDay()),
    equity: (feed, source, key, payout) => {
      const days = [...(markets.get(feed) ?? [])].toSorted(([a], [b]) => a - b);
      const span = (days.at(-1)?.[0] ?? 0) - (days[0]?.[0] ?? 0);
      const hours = days.map(
        ([, { sums, shadowHours }]): EquityHours =>
          source === 'shadow' ? (shadowHours[key] ?? {}) : sums[0].signals[key].hours,
      );
      const steps = span < maxDaysByHour ? hours.flatMap(hourSteps) : hours.flatMap((day) => dayStep(day) ?? []);
      return equityOf(steps, payout);
    },
  };
}

function sumOf(days: Iterable<Day>): SumsByDelay {
  const sums = emptySumsByDelay();
  for (const day of days) addDayByDelay(sums, day.sums);
  return sums;
}
