import type { z } from 'zod';
import type { EquityQuery, OverallQuery, RecordEquity, RecordOverall } from '#contract/record/views.ts';
import { getDay, type MarketClock } from '#domain/time.ts';
import { addDay, type DaySums, emptySums, type RecordSums } from '#domain/statistics/day-sums.ts';
import { computeCountedFigures } from '#domain/statistics/model-figures.ts';
import type { Database } from '#server/database/connection.ts';
import type { CountRecord } from './count-record.ts';
import {
  findFirstDay,
  findTotalsAfter,
  listDayHours,
  listDays,
  listDaySteps,
  listDaySums,
} from './record-sums.repository.ts';
import { toInstant } from '#contract/wire.ts';
import { computeEquity } from '#domain/statistics/equity.ts';
import { hourSteps, maxDaysByHour } from '#domain/statistics/day-equity.ts';

/** What the figures of the record are computed from. */
export interface FiguresDependencies {
  readonly db: Database;
  readonly countRecord: CountRecord;
  /** The share of the stake that a win pays. */
  readonly payout: number;
  /** The running market: figures of a simulated one are never mixed with those of a real one. */
  readonly feed: string;
  /** Decides which days and months are the last ones. */
  readonly clock: MarketClock;
}

/** Sums of the leaves before `size`, the last one that changed them. */
interface SumsOfSize {
  readonly size: number;
  readonly sums: RecordSums;
}

/** Sums over the record, as far as it is counted. */
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
  const own = noneCached();
  const getCache = (feed: string): Cached => (feed === cached ? own : noneCached());
  return {
    /** Over all days of a market. */
    totals: async (feed: string): Promise<SumsOfSize> => {
      const cache = getCache(feed);
      cache.totals = (await findTotalsAfter(db, feed, cache.totals.countedTo)) ?? cache.totals;
      return { size: Math.max(0, cache.totals.countedTo), sums: cache.totals.sums };
    },
    /** From a day on (days since 1970). Reads only the days that have changed since the last read. */
    since: async (feed: string, first: number): Promise<SumsOfSize> => {
      const { days: known } = getCache(feed);
      const current = await listDays(db, feed, first);
      const changed = current.filter(({ day, countedTo }) => known.get(day)?.countedTo !== countedTo);
      if (changed.length > 0)
        for (const { day, ...row } of await listDaySums(
          db,
          feed,
          changed.map((one) => one.day),
        ))
          known.set(day, row);
      const days = current.flatMap(({ day }) => known.get(day) ?? []);
      const sums = emptySums();
      for (const day of days) addDay(sums, day.sums);
      return { size: Math.max(0, ...days.map(({ countedTo }) => countedTo)), sums };
    },
  };
}

interface ReadOverallDependencies extends Omit<FiguresDependencies, 'db' | 'payout'> {
  readonly sums: ReadRecordSums;
}

/** Outcomes of the forecasts of all models combined. */
export const createReadOverall =
  ({ sums, countRecord, feed: current, clock }: ReadOverallDependencies) =>
  async ({ feed = current, days }: z.infer<typeof OverallQuery>): Promise<RecordOverall> => {
    await countRecord();
    const read = days === undefined ? sums.totals(feed) : sums.since(feed, getDay(clock.now()) - days + 1);
    const { size, sums: found } = await read;
    const { all, practice } = found.signals;
    return { size, ...computeCountedFigures(all), practice: computeCountedFigures(practice) };
  };

type ReadEquity = (query: z.infer<typeof EquityQuery>) => Promise<RecordEquity>;

/** Computed from sums of hours or days, whatever the length of the record. */
export const createReadEquity =
  ({ db, countRecord, payout: usual, feed: current, clock }: FiguresDependencies): ReadEquity =>
  async ({ source, aiModel, feed = current, payout = usual, days }) => {
    await countRecord();
    const today = getDay(clock.now());
    const first = days === undefined ? ((await findFirstDay(db, feed)) ?? today) : today - days + 1;
    const period = { source, feed, key: aiModel ?? ('all' as const), first };
    const read =
      today - first < maxDaysByHour
        ? (await listDayHours(db, period)).map(({ countedTo, value }) => ({ countedTo, steps: hourSteps(value ?? {}) }))
        : (await listDaySteps(db, period)).map(({ countedTo, value }) => ({ countedTo, steps: value ? [value] : [] }));
    const { drawdown, points, ...sums } = computeEquity(
      read.flatMap(({ steps }) => steps),
      payout,
    );
    return {
      size: Math.max(0, ...read.map(({ countedTo }) => countedTo)),
      ...sums,
      payout,
      drawdown: drawdown && { ...drawdown, from: toInstant(drawdown.from), to: toInstant(drawdown.to) },
      points: points.map((point) => ({ ...point, at: toInstant(point.at) })),
    };
  };
