import { and, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connection.ts';
import { payouts } from '#server/database/tables/payout-tables.ts';

export type PayoutRow = typeof payouts.$inferSelect;

export const listPayoutRows = (db: Database, userIds: readonly string[]): Promise<PayoutRow[]> =>
  db
    .select()
    .from(payouts)
    .where(sql`${payouts.userId} = any(${sql.param([...userIds])}::uuid[])`);

export const upsertPayout = async (tx: Transaction, row: PayoutRow): Promise<void> => {
  const { percent, updatedAt } = row;
  await tx
    .insert(payouts)
    .values(row)
    .onConflictDoUpdate({ target: [payouts.userId, payouts.symbol], set: { percent, updatedAt } });
};

export const deletePayout = async (tx: Transaction, userId: string, symbol: string): Promise<void> => {
  await tx.delete(payouts).where(and(eq(payouts.userId, userId), eq(payouts.symbol, symbol)));
};
