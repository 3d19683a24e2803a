import { sql } from 'drizzle-orm';
import {
  type DecidingPrices,
  type ModelStatements,
  pricesByPlace,
  parsePrice,
  parseStatements,
} from '#domain/record/shadow-minute.ts';
import { parseLeaf, parseMinuteLeaf } from '#record/leaf.ts';
import type { Database, Executor } from '#server/database/connection.ts';

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
export function parseSettledMinute({ stated, prices, statedHash }: SettledMinuteLeaf): SettledMinute | null {
  const leaf = parseMinuteLeaf(stated);
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
