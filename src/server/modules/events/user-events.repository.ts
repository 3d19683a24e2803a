import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connection.ts';
import { userEvents } from '#server/database/schema.ts';

export type UserEventRow = typeof userEvents.$inferSelect;
export type NewUserEvent = Omit<typeof userEvents.$inferInsert, 'id'>;

/**
 * A reconnecting stream gets the newest events it missed, at most this many; the rest is in the
 * history.
 */
const resumeLimit = 200;

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
