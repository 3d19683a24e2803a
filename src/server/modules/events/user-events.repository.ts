import { and, desc, eq, gt } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connection.ts';
import { userEvents } from '#server/database/schema.ts';

export type UserEventRow = typeof userEvents.$inferSelect;
export type NewUserEvent = Omit<typeof userEvents.$inferInsert, 'id'>;

/** A reconnecting stream is told the newest of what it missed, at most this many; the rest is in the history. */
const resumeLimit = 200;

/** Returns their ids, in the same order. */
export const insertUserEvents = async (tx: Transaction, events: readonly NewUserEvent[]): Promise<number[]> => {
  if (events.length === 0) return [];
  const rows = await tx
    .insert(userEvents)
    .values([...events])
    .returning({ id: userEvents.id });
  return rows.map(({ id }) => id);
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
