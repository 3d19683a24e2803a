import { type Column, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { Executor } from './connection.ts';

/** Where a page of a list ends: the instant and the id of its last row. */
export interface PagePosition {
  readonly at: Date;
  readonly id: string;
}

/** The rows after a position, in the order of these columns; undefined: all rows. */
export const isBeyond = (
  position: PagePosition | null,
  [at, id]: readonly [Column, Column],
  order: 'oldest' | 'newest' = 'newest',
): SQL | undefined =>
  position
    ? sql`(${at}, ${id}) ${order === 'newest' ? sql`<` : sql`>`} (${position.at}, ${position.id}::uuid)`
    : undefined;

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
