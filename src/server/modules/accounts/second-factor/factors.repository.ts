import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { recoveryCodes, totpSecrets } from '#server/database/tables/factor-tables.ts';

type TotpRow = typeof totpSecrets.$inferSelect;

export const findTotp = async (db: Executor, userId: string): Promise<TotpRow | undefined> =>
  (await db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId)))[0];

/** Replaces one that was never confirmed. */
export const savePendingTotp = async (tx: Transaction, totp: TotpRow): Promise<void> => {
  await tx
    .insert(totpSecrets)
    .values(totp)
    .onConflictDoUpdate({ target: totpSecrets.userId, set: totp, setWhere: isNull(totpSecrets.confirmedAt) });
};

export const confirmTotp = async (tx: Transaction, userId: string, confirmedAt: Date): Promise<void> => {
  await tx.update(totpSecrets).set({ confirmedAt }).where(eq(totpSecrets.userId, userId));
};

/** False: a code of this step or a later one was accepted before. */
export const spendStep = async (tx: Transaction, { userId, sealed }: TotpRow, step: number): Promise<boolean> => {
  const isNew = and(eq(totpSecrets.userId, userId), eq(totpSecrets.sealed, sealed), lt(totpSecrets.lastStep, step));
  return (await tx.update(totpSecrets).set({ lastStep: step }).where(isNew).returning()).length > 0;
};

export const countRecoveryCodes = (db: Executor, userId: string): Promise<number> =>
  db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));

export const insertRecoveryCodes = async (
  tx: Transaction,
  codes: readonly (typeof recoveryCodes.$inferInsert)[],
): Promise<void> => {
  await tx.insert(recoveryCodes).values([...codes]);
};

/** False: the user has no such code, or used it. */
export const spendRecoveryCode = async (tx: Transaction, userId: string, codeHash: Buffer): Promise<boolean> => {
  const isOwn = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash));
  return (await tx.delete(recoveryCodes).where(isOwn).returning()).length > 0;
};

export const deleteRecoveryCodes = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
};

/** Everything by which the user passes the second step of signing in. */
export const deleteFactors = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId));
  await deleteRecoveryCodes(tx, userId);
};
