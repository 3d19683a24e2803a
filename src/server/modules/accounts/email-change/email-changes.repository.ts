import { and, desc, eq, gt, gte, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { emailChanges } from '#server/database/tables/email-tables.ts';

export type EmailChangeRow = typeof emailChanges.$inferSelect;
export const insertEmailChange = async (tx: Transaction, row: typeof emailChanges.$inferInsert): Promise<void> => {
  await tx.insert(emailChanges).values(row);
};

export const findEmailChange = async (db: Executor, id: string): Promise<EmailChangeRow | undefined> =>
  (await db.select().from(emailChanges).where(eq(emailChanges.id, id)))[0];

const isOpen = (userId: string) =>
  and(eq(emailChanges.userId, userId), isNull(emailChanges.changedAt), isNull(emailChanges.endedAt));

/** The newest request that waits for its confirmations. */
export const findOpenEmailChange = async (
  db: Executor,
  userId: string,
  since: Date,
): Promise<EmailChangeRow | undefined> => {
  const isWaiting = and(isOpen(userId), gt(emailChanges.requestedAt, since));
  return (await db.select().from(emailChanges).where(isWaiting).orderBy(desc(emailChanges.requestedAt)).limit(1))[0];
};

/** Ends requests that wait: a newer one supersedes them, and so does whatever ends connections. */
export const endOpenEmailChanges = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.update(emailChanges).set({ endedAt: sql`now()` }).where(isOpen(userId));
};

export const updateEmailChange = async (
  tx: Transaction,
  id: string,
  change: Partial<EmailChangeRow>,
): Promise<void> => {
  await tx.update(emailChanges).set(change).where(eq(emailChanges.id, id));
};

/** Once a change is undone, those after it cannot be: they were made with the address it gave away. */
export const endLaterEmailChanges = async (tx: Transaction, { id, userId, changedAt }: EmailChangeRow, at: Date) => {
  const isLater = and(eq(emailChanges.userId, userId), gte(emailChanges.changedAt, changedAt ?? at));
  await tx
    .update(emailChanges)
    .set({ endedAt: at, undoHash: null })
    .where(and(isLater, ne(emailChanges.id, id)));
};

/** Whether another account may still restore this address. */
export const isEmailReserved = async (
  db: Executor,
  email: string,
  { since, except = null }: { since: Date; except?: string | null },
): Promise<boolean> => {
  const canRestore = and(
    sql`lower(${emailChanges.oldEmail}) = lower(${email})`,
    gt(emailChanges.changedAt, since),
    isNull(emailChanges.endedAt),
    isNotNull(emailChanges.undoHash),
    except === null ? undefined : ne(emailChanges.userId, except),
  );
  return (await db.select({ id: emailChanges.id }).from(emailChanges).where(canRestore).limit(1)).length > 0;
};
