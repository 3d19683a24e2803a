import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Language } from '#domain/language.ts';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { contestEntries, contestWinners } from '#server/database/tables/contest-tables.ts';
import { users } from '#server/database/schema.ts';

type WinnerRow = typeof contestWinners.$inferSelect;
/** With the e-mail address of the winner. */
export interface Winner extends WinnerRow {
  readonly email: string;
}

/** By rank. */
export const listWinners = async (db: Executor, contestId: string): Promise<Winner[]> => {
  const rows = await db
    .select({ winner: contestWinners, email: users.email })
    .from(contestWinners)
    .innerJoin(users, eq(users.id, contestWinners.userId))
    .where(eq(contestWinners.contestId, contestId))
    .orderBy(asc(contestWinners.rank));
  return rows.map(({ winner, email }) => ({ ...winner, email }));
};

/** The entries at these numbers of the closed list. */
export const listNumbered = (
  tx: Transaction,
  contestId: string,
  numbers: readonly number[],
): Promise<{ number: number | null; userId: string; email: string; lang: Language; deletedAt: Date | null }[]> =>
  tx
    .select({
      number: contestEntries.number,
      userId: users.id,
      email: users.email,
      lang: users.lang,
      deletedAt: users.deletedAt,
    })
    .from(contestEntries)
    .innerJoin(users, eq(users.id, contestEntries.userId))
    .where(and(eq(contestEntries.contestId, contestId), inArray(contestEntries.number, [...numbers])));

export const insertWinners = async (tx: Transaction, rows: WinnerRow[]): Promise<void> => {
  if (rows.length > 0) await tx.insert(contestWinners).values(rows);
};

export const updateWinner = async (
  tx: Transaction,
  { contestId, rank }: Pick<WinnerRow, 'contestId' | 'rank'>,
  change: Pick<WinnerRow, 'status' | 'statusAt'>,
): Promise<void> => {
  await tx
    .update(contestWinners)
    .set(change)
    .where(and(eq(contestWinners.contestId, contestId), eq(contestWinners.rank, rank)));
};
