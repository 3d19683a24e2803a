import { sql } from 'drizzle-orm';
import type { Database } from '#server/database/connection.ts';

interface Period {
  /** UTC days, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** Lower case: these accounts are not customers. */
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
  /** First day of the month. */
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
    where u.created_at >= ${from}::date::timestamp at time zone 'UTC'
      and u.created_at < (${to}::date + 1)::timestamp at time zone 'UTC' and ${isCustomer(internalEmails)}
    group by u.campaign`);
  return counted.rows.map(({ campaign, registered, activated, withBrokerId }) => ({
    campaign,
    registered: Number(registered),
    activated: Number(activated),
    withBrokerId: Number(withBrokerId),
  }));
};

/**
 * The broker reports sums since an account was opened; the amount of a day is the difference to the
 * previous reported day. The first reported day counts in full from the opening if that was at most
 * a month before the user registered here; for an older account the earlier amount is not known to
 * be ours and counts nowhere. No rule depends on the period, so the figures of its parts add up to
 * its own.
 */
export const listMoney = async (db: Database, { from, to, internalEmails }: Period): Promise<MoneyRow[]> => {
  const money = await db.execute<Record<keyof MoneyRow, string | null>>(sql`
    with days as (
      select d.*, u.campaign, u.email,
        case when d.registered_at >= u.created_at - interval '1 month' then 0 end as before_first
      from trader_days d join users u on u.id = d.user_id
      where d.day <= ${to}::date
    ), gains as (
      select campaign, email, day, trader_id, 0 as commission,
        net_turnover - coalesce(lag(net_turnover) over told, before_first, net_turnover) as turnover
      from days window told as (partition by trader_id order by day)
      union all
      select campaign, email, day, trader_id,
        commission - coalesce(lag(commission) over told, before_first, commission), 0
      from days where commission is not null window told as (partition by trader_id order by day)
    )
    select u.campaign, to_char(u.day, 'YYYY-MM') as month, u.trader_id as "traderId",
      sum(u.turnover) as turnover, sum(u.commission) as commission
    from gains u
    where u.day >= ${from}::date and ${isCustomer(internalEmails)}
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
