import type { z } from 'zod';
import type { OverallQuery, RecordOverall } from '#contract/record/views.ts';
import type { EntryDelay } from '#domain/signals/late-entry.ts';
import { addDay, type DaySums, emptySums, type RecordSums } from '#domain/statistics/day-sums.ts';
import { getDay } from '#domain/time.ts';
import { computeCountedFigures, type Tally } from '#domain/statistics/model-figures.ts';
import { byDelay } from '#domain/statistics/sums-by-delay.ts';
import type { Database } from '#server/database/connection.ts';
import type { FiguresDependencies } from './read-sums-at.ts';
import { findTotalsAfter, listDays, listDaySums } from './record-sums.repository.ts';

/** Sums over the record, as far as it is counted; `delay`: of the entry, default 0. */
export type ReadRecordSums = ReturnType<typeof createReadRecordSums>;

interface Cached {
  totals: { readonly countedTo: number; readonly sums: RecordSums };
  readonly days: Map<number, { readonly countedTo: number; readonly sums: DaySums }>;
}

const noneCached = (): Cached => ({ totals: { countedTo: -1, sums: emptySums() }, days: new Map() });

/**
 * Caches the parsed sums of one market until they change; only one, because any caller may request
 * other markets.
 */
export function createReadRecordSums({ db, feed: cached }: { db: Database; feed: string }) {
  const own = byDelay(noneCached);
  const getCache = (feed: string, delay: EntryDelay): Cached => (feed === cached ? own[delay] : noneCached());

  /** Reads only the days that have changed since the last read. */
  const daysSince = async (feed: string, first: number, delay: EntryDelay): Promise<DaySums[]> => {
    const { days: known } = getCache(feed, delay);
    const current = await listDays(db, feed, delay, first);
    const stale = current.filter(({ day, countedTo }) => known.get(day)?.countedTo !== countedTo);
    const changed = stale.map(({ day }) => day);
    if (stale.length > 0)
      for (const { day, ...row } of await listDaySums(db, feed, delay, changed)) known.set(day, row);
    return current.flatMap(({ day }) => known.get(day)?.sums ?? []);
  };

  return {
    /** Sums over all days of a market. */
    totals: async (feed: string, delay: EntryDelay = 0): Promise<RecordSums> => {
      const cache = getCache(feed, delay);
      cache.totals = (await findTotalsAfter(db, feed, delay, cache.totals.countedTo)) ?? cache.totals;
      return cache.totals.sums;
    },
    /** Sums from a day on (days since 1970). */
    since: async (feed: string, first: number, delay: EntryDelay = 0): Promise<RecordSums> => {
      const sums = emptySums();
      for (const day of await daysSince(feed, first, delay)) addDay(sums, day);
      return sums;
    },
  };
}

interface ReadOverallDependencies extends Omit<FiguresDependencies, 'db' | 'payout'> {
  readonly sums: ReadRecordSums;
}

/** Outcomes of the forecasts of all models combined. */
export const createReadOverall =
  ({ sums, countRecord, readSumsAt, feed: current, clock }: ReadOverallDependencies) =>
  async ({ feed = current, days, size }: z.infer<typeof OverallQuery>): Promise<RecordOverall> => {
    await countRecord();
    if (size !== undefined) return toOverall((await readSumsAt(feed, size)).totals[0].signals);
    const { signals } =
      days === undefined ? await sums.totals(feed) : await sums.since(feed, getDay(clock.now()) - days + 1);
    return toOverall(signals);
  };

const toOverall = ({ all, practice }: Tally): RecordOverall => ({
  ...computeCountedFigures(all),
  practice: computeCountedFigures(practice),
});
