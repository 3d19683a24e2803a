import { and, asc, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { passkeys, recoveryCodes, totpSecrets } from '#server/database/tables/factor-tables.ts';
import { sessions } from '#server/database/schema.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;
type TotpRow = typeof totpSecrets.$inferSelect;

export const listPasskeys = (db: Executor, userId: string): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt), asc(passkeys.id));

/** False: somebody has registered it already. */
export const insertPasskey = async (tx: Transaction, passkey: PasskeyRow): Promise<boolean> =>
  (await tx.insert(passkeys).values(passkey).onConflictDoNothing().returning()).length > 0;

/** False: it was used meanwhile, or is gone. */
export const countUse = async (
  tx: Transaction,
  { id, signCount }: PasskeyRow,
  use: Pick<PasskeyRow, 'signCount' | 'lastUsedAt'>,
): Promise<boolean> => {
  const isUnchanged = and(eq(passkeys.id, id), eq(passkeys.signCount, signCount));
  return (await tx.update(passkeys).set(use).where(isUnchanged).returning()).length > 0;
};

/** False: the user has no such passkey. */
export const deletePasskey = async (tx: Transaction, userId: string, id: string): Promise<boolean> => {
  const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
  return (await tx.delete(passkeys).where(isOwn).returning()).length > 0;
};

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

export const deleteTotp = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId)).returning()).length > 0;

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

export const hasFactor = async (tx: Transaction, userId: string): Promise<boolean> => {
  const isConfirmed = and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt));
  return (await tx.$count(passkeys, eq(passkeys.userId, userId))) + (await tx.$count(totpSecrets, isConfirmed)) > 0;
};

/** Everything by which the user passes the second step of signing in. */
export const deleteFactors = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  await deleteTotp(tx, userId);
  await deleteRecoveryCodes(tx, userId);
};

export const saveChallenge = async (
  db: Executor,
  sessionId: string,
  challenge: { readonly passkeyChallenge: string; readonly challengeExpiresAt: Date },
): Promise<void> => {
  await db.update(sessions).set(challenge).where(eq(sessions.id, sessionId));
};

/** False: it is not the newest challenge of the login session, was used, or has expired. */
export const spendChallenge = async (
  db: Executor,
  sessionId: string,
  challenge: string,
  now: Date,
): Promise<boolean> => {
  const isOpen = and(
    eq(sessions.id, sessionId),
    eq(sessions.passkeyChallenge, challenge),
    gt(sessions.challengeExpiresAt, now),
  );
  return (await db.update(sessions).set({ passkeyChallenge: null }).where(isOpen).returning()).length > 0;
};
