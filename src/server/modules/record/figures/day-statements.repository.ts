import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/database/connection.ts';
import { recordForecasts } from '#server/database/tables/record-sums-tables.ts';
import { recordLeaves } from '#server/database/schema.ts';

export interface Period {
  readonly feed: string;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

/** The leaf of the counted forecast with the highest passability among those with this outcome. */
export const findHighestSignal = async (
  db: Database,
  { feed, from, to }: Period,
  result: 'successful' | 'unsuccessful',
): Promise<{ index: number; leaf: string } | undefined> =>
  (
    await db
      .select({ index: recordLeaves.index, leaf: recordLeaves.leaf })
      .from(recordForecasts)
      .innerJoin(
        recordLeaves,
        and(eq(recordLeaves.signalId, recordForecasts.signalId), inArray(recordLeaves.kind, ['signal', 'forecast'])),
      )
      .where(
        and(
          eq(recordForecasts.feed, feed),
          gte(recordForecasts.endedAt, from),
          lt(recordForecasts.endedAt, to),
          eq(recordForecasts.result, result),
        ),
      )
      .orderBy(desc(recordForecasts.passability), asc(recordLeaves.index))
      .limit(1)
  )[0];

export interface StatedMinute {
  readonly index: number;
  readonly stated: string;
  /** Hash of the stated leaf, hexadecimal. */
  readonly statedHash: string;
  readonly prices: string;
}

/** Settled minutes in shadow that were stated in the period, of all markets, oldest first. */
export const listStatedMinutes = async (db: Database, { from, to }: Omit<Period, 'feed'>): Promise<StatedMinute[]> =>
  (
    await db.execute<{ index: string; stated: string; stated_hash: string; prices: string }>(sql`
      select s."index", s.leaf as stated, encode(s.leaf_hash, 'hex') as stated_hash, e.leaf as prices
      from record_leaves s
      cross join lateral (
        select leaf from record_leaves
        where signal_id = s.signal_id and leaf like '{"forecast":%' limit 1) e
      where s.at >= ${from} and s.at < ${to} and s.kind = 'forecast' and s.leaf like '{"feed":%'
      order by s."index"`)
  ).rows.map(({ index, stated, stated_hash: statedHash, prices }) => ({
    index: Number(index),
    stated,
    statedHash,
    prices,
  }));
