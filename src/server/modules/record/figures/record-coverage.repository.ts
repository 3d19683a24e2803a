import { sql } from 'drizzle-orm';
import type { Database } from '#server/database/connection.ts';

/** Months are `YYYY-MM` in UTC, `since` is the first one that is read. */
interface Months {
  readonly feed: string;
  readonly since: string;
}

interface MonthSums {
  readonly month: string;
  readonly minutes: number;
  readonly signals: number;
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
    await db.execute<{ month: string; minutes: string; signals: string }>(sql`
      select to_char(date '1970-01-01' + day, 'YYYY-MM') as month, coalesce(sum(minutes), 0) as minutes,
        sum((select sum(value::int) from jsonb_each_text(sums -> 'signals' -> 'all' -> 'counts'))) as signals
      from record_days
      where feed = ${feed} and day >= to_date(${since}, 'YYYY-MM') - date '1970-01-01'
      group by 1`)
  ).rows.map(({ month, minutes, signals }) => ({ month, minutes: Number(minutes), signals: Number(signals) }));

/** Minutes of gaps; a gap across the end of a month is divided. */
export const listMonthGaps = async (db: Database, { feed, since }: Months): Promise<MonthShare[]> =>
  (
    await db.execute<{ month: string; reason: string; count: string }>(sql`
      select to_char(month, 'YYYY-MM') as month, reason,
        sum(extract(epoch from least(g."to", month + interval '1 month') - greatest(g."from", month)) / 60) as count
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
  ).rows.map(toShare);

/** Forecasts of users that do not count, by the reason of the signal that stands for each. */
export const listMonthVoids = async (db: Database, { feed, since }: Months): Promise<MonthShare[]> =>
  (
    await db.execute<{ month: string; reason: string; count: string }>(sql`
      select to_char(f.ended_at at time zone 'UTC', 'YYYY-MM') as month, v.leaf::jsonb ->> 'reason' as reason,
        count(*) as count
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
  ).rows.map(toShare);

const toShare = ({ count, ...share }: { month: string; reason: string; count: string }): MonthShare => ({
  ...share,
  count: Math.round(Number(count)),
});
