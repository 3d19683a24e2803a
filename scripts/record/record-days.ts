import { dayOf } from '#domain/statistics/day-sums.ts';
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
import { dayStep, hourSteps, maxDaysByHour } from '#server/modules/record/figures/day-equity.ts';

/** Forecasts that ended on each UTC day, by market. */
export interface RecordDays {
  /** `at`: milliseconds UTC. */
  of(feed: string, at: number): DayByDelay;
  /** The hours of a day in shadow, in which the statements of its minutes are counted. */
  shadowHoursOf(feed: string, at: number): ShadowHours;
  /** Sums of all days, by market. */
  sums(): ReadonlyMap<string, SumsByDelay>;
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
