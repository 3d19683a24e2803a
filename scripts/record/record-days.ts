import { emptySums, addDay, dayOf, type DaySums, emptyDay, type RecordSums } from '#domain/statistics/day-sums.ts';

/** Forecasts that ended on each UTC day, by market. */
export interface RecordDays {
  /** `at`: milliseconds UTC. */
  of(feed: string, at: number): DaySums;
  /** Sums of all days, by market. */
  sums(): ReadonlyMap<string, RecordSums>;
}

export function createRecordDays(): RecordDays {
  const markets = new Map<string, Map<number, DaySums>>();
  return {
    of: (feed, at) => {
      const days = markets.get(feed) ?? new Map<number, DaySums>();
      markets.set(feed, days);
      const day = days.get(dayOf(at)) ?? emptyDay();
      days.set(dayOf(at), day);
      return day;
    },
    sums: () => new Map([...markets].map(([feed, days]) => [feed, sumOf(days.values())])),
  };
}

function sumOf(days: Iterable<DaySums>): RecordSums {
  const sums = emptySums();
  for (const day of days) addDay(sums, day);
  return sums;
}
