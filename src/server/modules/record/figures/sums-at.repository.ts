import { and, eq, gte, max, min, sql } from 'drizzle-orm';
import type { Transaction } from '#server/database/connection.ts';
import { recordCheckpoints } from '#server/database/tables/record-tables.ts';
import { recordDays } from '#server/database/tables/record-sums-tables.ts';
import { recordLeaves } from '#server/database/schema.ts';
import type { SettledLeaf } from '../append/record.repository.ts';
import type { SettledMinuteLeaf } from './settled-minutes.repository.ts';

/** Whether a checkpoint of this size was signed since then. */
export const isSignedSince = async (tx: Transaction, size: number, since: Date): Promise<boolean> =>
  (await tx.$count(recordCheckpoints, and(eq(recordCheckpoints.size, size), gte(recordCheckpoints.signedAt, since)))) >
  0;

/** The smallest and the largest size signed since then; null: none. */
export const findSizesSince = async (tx: Transaction, since: Date): Promise<{ min: number; max: number } | null> => {
  const [row] = await tx
    .select({ min: min(recordCheckpoints.size), max: max(recordCheckpoints.size) })
    .from(recordCheckpoints)
    .where(gte(recordCheckpoints.signedAt, since));
  return row && row.min !== null && row.max !== null ? { min: row.min, max: row.max } : null;
};

export const findLeafAt = async (tx: Transaction, index: number): Promise<Date | undefined> =>
  (await tx.select({ at: recordLeaves.at }).from(recordLeaves).where(eq(recordLeaves.index, index)))[0]?.at;

/** When the oldest statement that a leaf from `index` on ends was issued; null: none. */
export const findOldestEndedFrom = async (tx: Transaction, index: number): Promise<Date | null> => {
  const { rows } = await tx.execute<{ at: string | null }>(sql`
    select min(s.at) as at from record_leaves e
    join record_leaves s on s.signal_id = e.signal_id and s.kind in ('signal', 'forecast')
    where e."index" >= ${index} and e.kind in ('outcome', 'void')`);
  const at = rows[0]?.at ?? null;
  return at === null ? null : new Date(at);
};

interface EndsOf {
  /** Statements issued from then on. */
  readonly from: Date;
  /** Ends among the leaves before this one. */
  readonly size: number;
}

/**
 * Ends of signals, in the order of the record: of all that were issued from `from` on, and of older
 * ones that were voided later without an outcome.
 */
export const listEndsOfSignals = async (tx: Transaction, { from, size }: EndsOf): Promise<SettledLeaf[]> =>
  (
    await tx.execute<{ index: string; ended: string; issued: string; issued_index: string }>(sql`
      select e."index", e.leaf as ended, s.leaf as issued, s."index" as issued_index from record_leaves s
      join record_leaves e on e.signal_id = s.signal_id and e.kind in ('outcome', 'void') and e."index" < ${size}
      where s.kind = 'signal' and s.at >= ${from}
      union
      select e."index", e.leaf, s.leaf, s."index" from record_leaves e
      join record_leaves s on s.signal_id = e.signal_id and s.kind = 'signal' and s.at < ${from}
      where e.kind = 'void' and e.at >= ${from} and e."index" < ${size} and not exists (
        select 1 from record_leaves o where o.signal_id = e.signal_id and o.kind = 'outcome')
      order by "index"`)
  ).rows.map(({ index, ended, issued, issued_index }) => ({
    index: Number(index),
    ended,
    issued,
    issuedIndex: Number(issued_index),
    takenBack: null,
  }));

/** Settled minutes of which the forecasts were stated from `from` on, in the order of the record. */
export const listMinutesStated = async (tx: Transaction, { from, size }: EndsOf): Promise<SettledMinuteLeaf[]> =>
  (
    await tx.execute<{ prices: string; stated: string; stated_hash: string }>(sql`
      select e.leaf as prices, s.leaf as stated, encode(s.leaf_hash, 'hex') as stated_hash from record_leaves s
      join record_leaves e on e.signal_id = s.signal_id and e.kind = 'outcome' and e."index" < ${size}
      where s.kind = 'forecast' and s.at >= ${from}
      order by e."index"`)
  ).rows.map(({ prices, stated, stated_hash: statedHash }) => ({ prices, stated, statedHash }));

/** The days of a market from `first` on that have sums. */
export const listStoredDays = async (tx: Transaction, feed: string, first: number): Promise<number[]> =>
  (
    await tx
      .select({ day: recordDays.day })
      .from(recordDays)
      .where(and(eq(recordDays.feed, feed), gte(recordDays.day, first)))
  ).map(({ day }) => day);
