import { getTableColumns, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connection.ts';
import { userEvents } from '#server/database/schema.ts';

export type UserEventRow = typeof userEvents.$inferSelect;
type NewUserEvent = Omit<typeof userEvents.$inferInsert, 'id'>;

/**
 * A reconnecting stream gets the newest events it missed, at most this many; the rest is in the
 * history.
 */
const resumeLimit = 200;
/** Read at once for all streams of a process; the rest is read a second later. */
const catchUpLimit = 5_000;

interface StoredUserEvent {
  readonly id: number;
  /** Of the user's event before it; 0: there is none. */
  readonly previousId: number;
}

/**
 * In the same order. One query parameter for all of them: thousands may be inserted in the same
 * second. The transaction holds the lock of `orderWrites`, so that no event before them is unseen.
 */
export const insertUserEvents = async (
  tx: Transaction,
  events: readonly NewUserEvent[],
): Promise<StoredUserEvent[]> => {
  if (events.length === 0) return [];
  const { rows } = await tx.execute<StoredUserEvent & Record<string, unknown>>(sql`
    with stored as (
      insert into user_events (user_id, name, data, at)
      select "userId", "name", "data", "at"
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
        as e("userId" uuid, "name" text, "data" jsonb, "at" timestamptz)
      returning id, user_id
    )
    select id::float8, coalesce(
      lag(id) over (partition by user_id order by id),
      (select max(id) from user_events where user_id = stored.user_id),
      0
    )::float8 as "previousId"
    from stored order by stored.id`);
  return rows;
};

export interface OutboxQuestion {
  readonly userId: string;
  /** Null: nothing was missed. */
  readonly after: number | null;
}

export interface OutboxAnswer {
  /** Of the user's newest event; 0: there is none. */
  readonly newestId: number;
  /** The oldest first. */
  readonly missed: readonly { readonly id: number; readonly name: string; readonly data: unknown }[];
}

/** What each of these streams missed, in the same order, by one statement. */
export async function readOutbox(db: Database, questions: readonly OutboxQuestion[]): Promise<OutboxAnswer[]> {
  const numbered = questions.map((question, n) => ({ ...question, n }));
  const { rows } = await db.execute<OutboxAnswer & Record<string, unknown>>(sql`
    select newest.id::float8 as "newestId", missed.events as missed
    from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as q(n int, "userId" uuid, "after" bigint)
    cross join lateral (select coalesce(max(id), 0) as id from user_events where user_id = q."userId") newest
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'data', data) order by id), '[]') as events
      from (
        select id, name, data from user_events
        where user_id = q."userId" and id > q."after" order by id desc limit ${resumeLimit}
      ) newest_first
    ) missed
    order by q.n`);
  return rows;
}

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
