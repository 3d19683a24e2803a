import { and, eq, getTableColumns, isNull, lte, notExists, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { contestEntries, contests } from '#server/database/tables/contest-tables.ts';

export type ContestRow = typeof contests.$inferSelect;
/** Without the closed list, which grows with the participants. */
export type ContestHead = Omit<ContestRow, 'list'>;

const { list: _list, ...head } = getTableColumns(contests);

export const findContest = async (db: Executor, id: string): Promise<ContestHead | undefined> =>
  (await db.select(head).from(contests).where(eq(contests.id, id)))[0];

/** With the closed list. */
export async function getWholeContest(db: Executor, id: string): Promise<ContestRow> {
  const [contest] = await db.select().from(contests).where(eq(contests.id, id));
  if (!contest) throw new Error('contest not found');
  return contest;
}

export const insertContestIfAbsent = async (db: Executor, contest: typeof contests.$inferInsert): Promise<void> => {
  await db.insert(contests).values(contest).onConflictDoNothing();
};

/** Only until a user has joined; from then on the dates stay as announced. */
export const updateUnjoined = async (
  db: Executor,
  id: string,
  change: Pick<ContestRow, 'startsAt' | 'endsAt'>,
): Promise<void> => {
  const entries = db.select({ one: sql`1` }).from(contestEntries).where(eq(contestEntries.contestId, id));
  await db
    .update(contests)
    .set(change)
    .where(and(eq(contests.id, id), isNull(contests.closedAt), notExists(entries)));
};

/** Ended and not yet drawn, including one that is no longer configured. */
export const listUndrawn = (db: Executor, now: Date): Promise<ContestRow[]> =>
  db
    .select()
    .from(contests)
    .where(and(isNull(contests.drawnAt), lte(contests.endsAt, now)));

/** Row lock: closing and drawing are serialized. */
export async function lockContest(tx: Transaction, id: string): Promise<ContestRow> {
  const [contest] = await tx.select().from(contests).where(eq(contests.id, id)).for('no key update');
  if (!contest) throw new Error('contest not found');
  return contest;
}

/**
 * Undefined: its list is closed and accepts no additions. It cannot be closed before the commit.
 */
export const holdOpen = async (tx: Transaction, id: string): Promise<ContestRow | undefined> =>
  (
    await tx
      .select()
      .from(contests)
      .where(and(eq(contests.id, id), isNull(contests.closedAt)))
      .for('share')
  )[0];

export const updateContest = async (tx: Transaction, id: string, change: Partial<ContestRow>): Promise<ContestRow> => {
  const [contest] = await tx.update(contests).set(change).where(eq(contests.id, id)).returning();
  if (!contest) throw new Error('contest not found');
  return contest;
};
