import { and, eq, gte, max, min, sql } from 'drizzle-orm';
import {
  type DecidingPrices,
  type ModelStatements,
  pricesByPlace,
  parsePrice,
  parseStatements,
} from '#domain/record/shadow-minute.ts';
import { type MinuteLeaf, parseLeaf, parseMinuteLeaf } from '#record/leaf.ts';
import type { Database, Executor, Transaction } from '#server/database/connection.ts';
import { recordCheckpoints } from '#server/database/tables/record-tables.ts';
import { recordDays } from '#server/database/tables/record-sums-tables.ts';
import { recordLeaves } from '#server/database/schema.ts';
import type { SettledLeaf } from '../append/record.repository.ts';

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
    await tx.execute<SettledLeaf & Record<string, unknown>>(sql`
      select e."index"::float8, e.leaf as ended, s.leaf as issued, s."index"::float8 as "issuedIndex",
        null as "takenBack"
      from record_leaves s
      join record_leaves e on e.signal_id = s.signal_id and e.kind in ('outcome', 'void') and e."index" < ${size}
      where s.kind = 'signal' and s.at >= ${from}
      union
      select e."index"::float8, e.leaf, s.leaf, s."index"::float8, null from record_leaves e
      join record_leaves s on s.signal_id = e.signal_id and s.kind = 'signal' and s.at < ${from}
      where e.kind = 'void' and e.at >= ${from} and e."index" < ${size} and not exists (
        select 1 from record_leaves o where o.signal_id = e.signal_id and o.kind = 'outcome')
      order by "index"`)
  ).rows;

/** Settled minutes of which the forecasts were stated from `from` on, in the order of the record. */
export const listMinutesStated = async (tx: Transaction, { from, size }: EndsOf): Promise<SettledMinuteLeaf[]> =>
  (
    await tx.execute<SettledMinuteLeaf & Record<string, unknown>>(sql`
      select e.leaf as prices, s.leaf as stated, encode(s.leaf_hash, 'hex') as "statedHash" from record_leaves s
      join record_leaves e on e.signal_id = s.signal_id and e.kind = 'outcome' and e."index" < ${size}
      where s.kind = 'forecast' and s.at >= ${from}
      order by e."index"`)
  ).rows;

/** The days of a market from `first` on that have sums. */
export const listStoredDays = async (tx: Transaction, feed: string, first: number): Promise<number[]> =>
  (
    await tx
      .select({ day: recordDays.day })
      .from(recordDays)
      .where(and(eq(recordDays.feed, feed), gte(recordDays.day, first)))
  ).map(({ day }) => day);

interface SettledMinuteLeaf {
  /** Leaves as text: the prices, and what was stated. */
  readonly prices: string;
  readonly stated: string;
  /** Hash of the stated leaf, hexadecimal. */
  readonly statedHash: string;
}

/**
 * Minutes in shadow that were settled by the leaves [from, to), identified by how their text
 * begins, whatever the row's kind. Each leaf is looked up by itself, so that a young table without
 * statistics is not scanned for every batch.
 */
export const listSettledMinutes = async (db: Executor, from: number, to: number): Promise<SettledMinuteLeaf[]> =>
  (
    await db.execute<SettledMinuteLeaf & Record<string, unknown>>(sql`
      select e.leaf as prices, s.leaf as stated, encode(s.leaf_hash, 'hex') as "statedHash"
      from record_leaves e
      cross join lateral (
        select leaf, leaf_hash from record_leaves
        where signal_id = e.signal_id and leaf like '{"feed":%' limit 1) s
      where e."index" >= ${from} and e."index" < ${to} and e.leaf like '{"forecast":%'
      order by e."index"`)
  ).rows;

/** What the models stated at a minute's close, and the prices that settle it. */
export interface SettledMinute {
  readonly feed: string;
  /** Milliseconds UTC. */
  readonly statedAt: number;
  readonly stated: readonly ModelStatements[];
  readonly prices: DecidingPrices;
}

/** Null: the prices are not those of this minute. */
export const parseSettledMinute = (minute: SettledMinuteLeaf): SettledMinute | null =>
  settleMinute(parseMinuteLeaf(minute.stated), minute);

/** The same with the stated leaf already parsed. */
function settleMinute(
  leaf: MinuteLeaf,
  { prices, statedHash }: Omit<SettledMinuteLeaf, 'stated'>,
): SettledMinute | null {
  const ended = parseLeaf(prices);
  if (!('prices' in ended) || ended.forecast !== statedHash) return null;
  return {
    feed: leaf.feed,
    statedAt: Date.parse(leaf.issuedAt),
    stated: leaf.forecasts.flatMap((line) => parseStatements(line) ?? []),
    prices: pricesByPlace(ended.prices.flatMap((line) => parsePrice(line) ?? [])),
  };
}

/** Months are `YYYY-MM` in UTC, `since` is the first one that is read. */
interface Months {
  readonly feed: string;
  readonly since: string;
}

interface MonthSums {
  readonly month: string;
  readonly minutes: number;
  readonly signals: number;
  readonly practice: number;
}

/** How much of a month has a reason: minutes of gaps, or voids. */
interface MonthShare {
  readonly month: string;
  readonly reason: string;
  readonly count: number;
}

/** Settled minutes and ended forecasts of users, from the precomputed sums of the days. */
export const listMonthSums = async (db: Database, { feed, since }: Months): Promise<MonthSums[]> =>
  (
    await db.execute<MonthSums & Record<string, unknown>>(sql`
      select to_char(date '1970-01-01' + day, 'YYYY-MM') as month, coalesce(sum(minutes), 0)::float8 as minutes,
        coalesce(sum((select sum(value::int) from jsonb_each_text(sums -> 'signals' -> 'all' -> 'counts'))), 0)::float8
          as signals,
        coalesce(sum((select sum(value::int) from jsonb_each_text(sums -> 'signals' -> 'practice' -> 'counts'))), 0)::float8
          as practice
      from record_days
      where feed = ${feed} and day >= to_date(${since}, 'YYYY-MM') - date '1970-01-01'
      group by 1`)
  ).rows;

/** Minutes of gaps; a gap across the end of a month is divided. */
export const listMonthGaps = async (db: Database, { feed, since }: Months): Promise<MonthShare[]> =>
  (
    await db.execute<MonthShare & Record<string, unknown>>(sql`
      select to_char(month, 'YYYY-MM') as month, reason, round(
        sum(extract(epoch from least(g."to", month + interval '1 month') - greatest(g."from", month)) / 60))::float8 as count
      from (
        select leaf::jsonb ->> 'reason' as reason,
          (leaf::jsonb ->> 'from')::timestamptz at time zone 'UTC' as "from",
          (leaf::jsonb ->> 'to')::timestamptz at time zone 'UTC' as "to"
        from record_leaves
        where kind in ('gap', 'void') and kind = 'gap' and at >= to_date(${since}, 'YYYY-MM')::timestamp at time zone 'UTC'
          and starts_with(leaf, ${`{"feed":${JSON.stringify(feed)},`})
      ) g,
      generate_series(date_trunc('month', g."from"), g."to" - interval '1 millisecond', interval '1 month') month
      group by 1, 2`)
  ).rows;

/** Forecasts of users that do not count, grouped by the void reason of the signal counted for each. */
export const listMonthVoids = async (db: Database, { feed, since }: Months): Promise<MonthShare[]> =>
  (
    await db.execute<MonthShare & Record<string, unknown>>(sql`
      select to_char(f.ended_at at time zone 'UTC', 'YYYY-MM') as month, v.leaf::jsonb ->> 'reason' as reason,
        count(*)::float8 as count
      from record_leaves v
      join record_leaves s on s.signal_id = v.signal_id and s.kind = 'signal'
      join record_forecasts f on f.signal_id = v.signal_id and f.result = 'void' and f.feed = ${feed}
        -- As forecastKey writes it, so that its index is used.
        and f.key = concat_ws(' ', s.leaf::jsonb ->> 'feed', s.leaf::jsonb ->> 'model', s.leaf::jsonb ->> 'modelVersion',
          s.leaf::jsonb ->> 'symbol', s.leaf::jsonb ->> 'duration',
          floor(extract(epoch from (s.leaf::jsonb ->> 'issuedAt')::timestamptz) / 60)::bigint,
          case when s.leaf::jsonb ->> 'hasEdge' = 'false' then 'practice' end)
      where v.kind in ('gap', 'void') and v.kind = 'void'
        and v.at >= to_date(${since}, 'YYYY-MM')::timestamp at time zone 'UTC'
      group by 1, 2`)
  ).rows;
