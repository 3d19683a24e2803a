import { and, asc, gte, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/database/connection.ts';
import { minuteBars } from '#server/database/shadow-tables.ts';

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
