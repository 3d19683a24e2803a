import { and, asc, eq, isNull, lte, ne } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connection.ts';
import { shadowMinutes } from '#server/database/tables/shadow-tables.ts';

type ShadowMinuteRow = typeof shadowMinutes.$inferSelect;

export const insertMinute = async (tx: Transaction, row: typeof shadowMinutes.$inferInsert): Promise<void> => {
  await tx.insert(shadowMinutes).values(row);
};

export interface OpenMinutes {
  /** Minutes whose forecasts expired at or before this. Absent: all open ones. */
  readonly dueBy?: Date;
  readonly of?: string;
  readonly exceptOf?: string;
}

/** Oldest first; locked, and skipped where another process holds the lock. */
export const lockOpenMinutes = (
  tx: Transaction,
  { dueBy, of, exceptOf }: OpenMinutes,
  limit: number,
): Promise<ShadowMinuteRow[]> =>
  tx
    .select()
    .from(shadowMinutes)
    .where(
      and(
        isNull(shadowMinutes.settledAt),
        dueBy && lte(shadowMinutes.dueAt, dueBy),
        of === undefined ? undefined : eq(shadowMinutes.feed, of),
        exceptOf === undefined ? undefined : ne(shadowMinutes.feed, exceptOf),
      ),
    )
    .orderBy(asc(shadowMinutes.dueAt))
    .limit(limit)
    .for('no key update', { skipLocked: true });

export const updateToSettled = async (tx: Transaction, id: string, settledAt: Date): Promise<void> => {
  await tx.update(shadowMinutes).set({ settledAt, leaf: null, leafHash: null }).where(eq(shadowMinutes.id, id));
};

export const listOpenMinutes = (db: Database, feed: string): Promise<ShadowMinuteRow[]> =>
  db
    .select()
    .from(shadowMinutes)
    .where(and(isNull(shadowMinutes.settledAt), eq(shadowMinutes.feed, feed)));
