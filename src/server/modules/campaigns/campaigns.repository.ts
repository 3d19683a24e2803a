import { sql } from 'drizzle-orm';
import type { Database } from '#server/database/connection.ts';

interface Period {
  /** UTC days, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** Lower case: their accounts are no customers. */
  readonly internalEmails: readonly string[];
}

export interface PeopleRow {
  readonly campaign: string | null;
  readonly registered: number;
  readonly activated: number;
  readonly withBrokerId: number;
}

export interface MoneyRow {
  readonly campaign: string | null;
  /** The first of the month. */
  readonly month: string;
  readonly traderId: string;
  readonly turnover: number;
  readonly commission: number;
}

const isCustomer = (internalEmails: readonly string[]) =>
  sql`not (lower(u.email) = any (${sql.param([...internalEmails])}::text[]))`;

export const countPeople = async (db: Database, { from, to, internalEmails }: Period): Promise<PeopleRow[]> => {
  const counted = await db.execute<Record<keyof PeopleRow, string | null>>(sql`
    select u.campaign, count(*) as registered,
      count(*) filter (where u.is_activated) as activated,
      count(*) filter (where u.referral_id is not null) as "withBrokerId"
    from users u
    where (u.created_at at time zone 'UTC')::date between ${from}::date and ${to}::date and ${isCustomer(internalEmails)}
    group by u.campaign`);
  return counted.rows.map(({ campaign, registered, activated, withBrokerId }) => ({
    campaign,
    registered: Number(registered),
    activated: Number(activated),
    withBrokerId: Number(withBrokerId),
  }));
};

/**
 * The broker tells sums since an account was opened; what a day brought is the difference to the day told before it.
 * The first day of a trader counts from the opening, if that lies in the period, and from nothing known otherwise.
 */
export const listMoney = async (db: Database, { from, to, internalEmails }: Period): Promise<MoneyRow[]> => {
  const money = await db.execute<Record<keyof MoneyRow, string | null>>(sql`
    with days as (
      select d.*,
        lag(d.net_turnover) over told as turnover_before,
        lag(d.commission) over told as commission_before,
        row_number() over told = 1 as is_first
      from trader_days d where d.day <= ${to}::date
      window told as (partition by d.trader_id order by d.day)
    ), gains as (
      select days.*,
        case when is_first and (registered_at at time zone 'UTC')::date >= ${from}::date then net_turnover
          else net_turnover - coalesce(turnover_before, net_turnover) end as turnover,
        case when is_first and (registered_at at time zone 'UTC')::date >= ${from}::date then coalesce(commission, 0)
          else coalesce(commission - commission_before, 0) end as gained
      from days where day >= ${from}::date
    )
    select u.campaign, to_char(date_trunc('month', g.day), 'YYYY-MM') as month, g.trader_id as "traderId",
      sum(g.turnover) as turnover, sum(g.gained) as commission
    from gains g join users u on u.id = g.user_id
    where ${isCustomer(internalEmails)}
    group by 1, 2, 3`);
  return money.rows.map(({ campaign, month, traderId, turnover, commission }) => ({
    campaign,
    month: month ?? '',
    traderId: traderId ?? '',
    turnover: Number(turnover),
    commission: Number(commission),
  }));
};

export const findNewestDay = async (db: Database): Promise<string | null> =>
  (await db.execute<{ day: string | null }>(sql`select max(day)::text as day from trader_days`)).rows[0]?.day ?? null;
