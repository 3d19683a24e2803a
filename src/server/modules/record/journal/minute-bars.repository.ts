import { and, asc, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connection.ts';
import { minuteBars } from '#server/database/tables/shadow-tables.ts';

/** UTC days with bars, oldest first: 2026-11-20. */
export async function listBarDays(db: Database): Promise<string[]> {
  const day = sql<string>`to_char(${minuteBars.minute} at time zone 'UTC', 'YYYY-MM-DD')`;
  const rows = await db.selectDistinct({ day }).from(minuteBars);
  return rows.map((row) => row.day).toSorted();
}

/** The lines of [from, to), in the order of their minutes. */
export async function listBarLines(db: Database, from: Date, to: Date): Promise<string[]> {
  const rows = await db
    .select({ line: minuteBars.line })
    .from(minuteBars)
    .where(and(gte(minuteBars.minute, from), lt(minuteBars.minute, to)))
    .orderBy(asc(minuteBars.minute), asc(minuteBars.feed));
  return rows.map(({ line }) => line);
}

export interface MinuteBarLine {
  readonly feed: string;
  /** Start of the bar that had closed. */
  readonly minute: Date;
  readonly line: string;
}

/** The lines of these minutes that are stored, oldest first. */
export const listLinesOfMinutes = async (
  tx: Transaction,
  minutes: readonly Omit<MinuteBarLine, 'line'>[],
): Promise<MinuteBarLine[]> => {
  if (minutes.length === 0) return [];
  const feeds = [...new Set(minutes.map(({ feed }) => feed))];
  return tx
    .select({ feed: minuteBars.feed, minute: minuteBars.minute, line: minuteBars.line })
    .from(minuteBars)
    .where(
      and(
        inArray(minuteBars.feed, feeds),
        inArray(
          minuteBars.minute,
          minutes.map(({ minute }) => minute),
        ),
      ),
    )
    .orderBy(asc(minuteBars.minute), asc(minuteBars.feed));
};

/** A run that no process has: the next one stores its inputs from their beginning. */
const restored = { run: '00000000-0000-0000-0000-000000000000', nextInput: 0 };

export const restoreLines = async (tx: Transaction, lines: readonly MinuteBarLine[]): Promise<void> => {
  for (const line of lines)
    await tx
      .insert(minuteBars)
      .values({ ...line, ...restored })
      .onConflictDoNothing();
};
