import { type Column, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { Executor } from './connection.ts';

/** Where a page of a list ends: the instant and the id of its last row. */
export interface Place {
  readonly at: Date;
  readonly id: string;
}

/** The rows after a place, in the order of these columns; undefined: all rows. */
export const isBeyond = (
  place: Place | null,
  [at, id]: readonly [Column, Column],
  order: 'oldest' | 'newest' = 'newest',
): SQL | undefined =>
  place ? sql`(${at}, ${id}) ${order === 'newest' ? sql`<` : sql`>`} (${place.at}, ${place.id}::uuid)` : undefined;

/** Max rows counted of a list: beyond that, a count costs more than it is worth. */
const maxCounted = 10_000;

/** Number of rows of a query; null: more than `max`. */
export async function countUpTo(db: Executor, query: SQLWrapper, max: number = maxCounted): Promise<number | null> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${query} limit ${max + 1}) counted`,
  );
  const count = rows[0]?.count ?? 0;
  return count > max ? null : count;
}

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
