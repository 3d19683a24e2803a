import { emptySums, addDay, type DaySums, type RecordSums } from '#domain/statistics/day-sums.ts';
import type { Database } from '#server/database/connection.ts';
import { findTotalsAfter, listDays, listDaySums } from './record-sums.repository.ts';

/** Sums over the record, as far as it is counted. */
export interface ReadRecordSums {
  /** Sums over all days of a market. */
  totals(feed: string): Promise<RecordSums>;
  /** Sums from a day on (days since 1970). */
  since(feed: string, first: number): Promise<RecordSums>;
}

/**
 * Caches the parsed sums of one market until they change; only one, because any caller may request
 * other markets.
 */
export function createReadRecordSums({ db, feed: cached }: { db: Database; feed: string }): ReadRecordSums {
  let totals = { countedTo: -1, sums: emptySums() };
  const days = new Map<number, { readonly countedTo: number; readonly sums: DaySums }>();

  /** Reads only the days that have changed since the last read. */
  const daysSince = async (feed: string, first: number): Promise<DaySums[]> => {
    const known = feed === cached ? days : new Map<number, { readonly countedTo: number; readonly sums: DaySums }>();
    const current = await listDays(db, feed, first);
    const stale = current.filter(({ day, countedTo }) => known.get(day)?.countedTo !== countedTo);
    if (stale.length > 0)
      for (const { day, ...row } of await listDaySums(
        db,
        feed,
        stale.map((one) => one.day),
      ))
        known.set(day, row);
    return current.flatMap(({ day }) => known.get(day)?.sums ?? []);
  };

  return {
    totals: async (feed) => {
      if (feed !== cached) return (await findTotalsAfter(db, feed, -1))?.sums ?? emptySums();
      totals = (await findTotalsAfter(db, feed, totals.countedTo)) ?? totals;
      return totals.sums;
    },
    since: async (feed, first) => {
      const sums = emptySums();
      for (const day of await daysSince(feed, first)) addDay(sums, day);
      return sums;
    },
  };
}
