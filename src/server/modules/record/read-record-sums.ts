import { addShadowTallies, type DaySums, type RecordSums, tallyOf } from '#domain/statistics/day-sums.ts';
import { addTally, createTally } from '#domain/statistics/model-figures.ts';
import type { Database } from '#server/database/connection.ts';
import { findTotalsAfter, listDays, listDaySums } from './record-sums.repository.ts';

/** What the record adds up to, as far as it is counted. */
export interface ReadRecordSums {
  /** Of a market, all days together. */
  totals(feed: string): Promise<RecordSums>;
  /** From a day on (days since 1970). */
  since(feed: string, first: number): Promise<RecordSums>;
}

const noSums = (): RecordSums => ({ signals: createTally(), shadow: new Map() });

/** Parsed sums stay in memory until they change; of one market, since any other may be asked for by anybody. */
export function createReadRecordSums({ db, feed: cached }: { db: Database; feed: string }): ReadRecordSums {
  let totals = { countedTo: -1, sums: noSums() };
  const days = new Map<number, { readonly countedTo: number; readonly sums: DaySums }>();

  /** Only what has changed since it was read last. */
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
      if (feed !== cached) return (await findTotalsAfter(db, feed, -1))?.sums ?? noSums();
      totals = (await findTotalsAfter(db, feed, totals.countedTo)) ?? totals;
      return totals.sums;
    },
    since: async (feed, first) => {
      const sums = noSums();
      for (const day of await daysSince(feed, first)) {
        addTally(sums.signals, tallyOf(day));
        addShadowTallies(sums.shadow, day.shadow);
      }
      return sums;
    },
  };
}
