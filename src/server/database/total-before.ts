import { type SQL, sql } from 'drizzle-orm';

/**
 * The total from which the gain of a trader's day `d` counts: that of the last day before with one. The first reported day counts in full from the opening of the account if that
 * was at most a month before the user registered here; for an older account the earlier amount is
 * not known to be ours, and the day gains nothing. Null: the broker does not report this total.
 */
export function totalBefore(total: 'net_turnover' | 'commission'): SQL {
  const column = sql.identifier(total);
  return sql`coalesce(
    (select p.${column} from trader_days p
      where p.trader_id = d.trader_id and p.day < d.day and p.${column} is not null order by p.day desc limit 1),
    (select 0 from users u where u.id = d.user_id and d.registered_at >= u.created_at - interval '1 month'),
    d.${column})`;
}
