import { and, desc, eq, getTableColumns, gt, max, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connection.ts';
import { userEvents } from '#server/database/schema.ts';

export type UserEventRow = typeof userEvents.$inferSelect;
export type NewUserEvent = Omit<typeof userEvents.$inferInsert, 'id'>;

/**
 * A reconnecting stream gets the newest events it missed, at most this many; the rest is in the
 * history.
 */
const resumeLimit = 200;
/** Read at once for all streams of a process; the rest is read a second later. */
const catchUpLimit = 5_000;

/**
 * Returns their ids, in the same order. One query parameter for all of them: thousands may be
 * inserted in the same second.
 */
export const insertUserEvents = async (tx: Transaction, events: readonly NewUserEvent[]): Promise<number[]> => {
  if (events.length === 0) return [];
  const stored = await tx.execute<{ id: string }>(sql`
    insert into user_events (user_id, name, data, at)
    select "userId", "name", "data", "at"
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as e("userId" uuid, "name" text, "data" jsonb, "at" timestamptz)
    returning id`);
  return stored.rows.map(({ id }) => Number(id));
};

/** Oldest first. */
export const listUserEventsAfter = async (db: Database, userId: string, id: number): Promise<UserEventRow[]> => {
  const newestFirst = await db
    .select()
    .from(userEvents)
    .where(and(eq(userEvents.userId, userId), gt(userEvents.id, id)))
    .orderBy(desc(userEvents.id))
    .limit(resumeLimit);
  return newestFirst.reverse();
};

/** 0: the user has none. */
export const findNewestEventId = async (db: Database, userId: string): Promise<number> =>
  (
    await db
      .select({ id: max(userEvents.id) })
      .from(userEvents)
      .where(eq(userEvents.userId, userId))
  )[0]?.id ?? 0;

/** The oldest first, of each user beyond a position of its own. */
export const listEventsBeyond = async (
  db: Database,
  positions: ReadonlyMap<string, number>,
): Promise<UserEventRow[]> => {
  const beyond = [...positions].map(([userId, id]) => ({ userId, id }));
  const position = sql`jsonb_to_recordset(${JSON.stringify(beyond)}::jsonb) as p("userId" uuid, "id" bigint)`;
  return db
    .select(getTableColumns(userEvents))
    .from(userEvents)
    .innerJoin(position, sql`p."userId" = ${userEvents.userId} and ${userEvents.id} > p."id"`)
    .orderBy(userEvents.id)
    .limit(catchUpLimit);
};
