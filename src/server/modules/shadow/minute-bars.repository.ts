import { desc, eq } from 'drizzle-orm';
import type { Transaction } from '#server/database/connection.ts';
import { minuteBars } from '#server/database/tables/shadow-tables.ts';

/** The number of the first input of this run that is not stored yet. */
export async function findNextInput(tx: Transaction, feed: string, run: string): Promise<number> {
  const newest = await tx
    .select({ run: minuteBars.run, nextInput: minuteBars.nextInput })
    .from(minuteBars)
    .where(eq(minuteBars.feed, feed))
    .orderBy(desc(minuteBars.minute))
    .limit(1);
  return newest[0]?.run === run ? newest[0].nextInput : 0;
}

/** False: those of this minute are stored. */
export const insertMinuteBars = async (tx: Transaction, row: typeof minuteBars.$inferInsert): Promise<boolean> =>
  (await tx.insert(minuteBars).values(row).onConflictDoNothing().returning({ feed: minuteBars.feed })).length > 0;
