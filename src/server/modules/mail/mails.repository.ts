import { and, desc, eq, sql } from 'drizzle-orm';
import type { MailKind, MailStatus } from '#domain/accounts/mail.ts';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { mails } from '#server/database/schema.ts';

export type MailRow = typeof mails.$inferSelect;
export const insertMail = async (tx: Transaction, mail: typeof mails.$inferInsert): Promise<void> => {
  await tx.insert(mails).values(mail);
};

/**
 * Claims one attempt of a mail that still waits for it; undefined when another process claimed it,
 * or nothing is left to do.
 */
export async function claimAttempt(
  tx: Transaction,
  { id, attempts, nextAttemptAt }: Pick<MailRow, 'id' | 'attempts' | 'nextAttemptAt'>,
): Promise<MailRow | undefined> {
  const isWaiting = and(eq(mails.id, id), eq(mails.status, 'queued'), eq(mails.attempts, attempts));
  const [row] = await tx
    .update(mails)
    .set({ attempts: attempts + 1, nextAttemptAt })
    .where(isWaiting)
    .returning();
  return row;
}

/** Deletes the content with its links, because nothing more will be sent. */
export const endMail = async (
  db: Executor,
  id: string,
  end: { status: Exclude<MailStatus, 'queued' | 'kept'>; sentAt?: Date; lastFault?: string },
): Promise<void> => {
  await db
    .update(mails)
    .set({ ...end, sealed: null, nextAttemptAt: null })
    .where(and(eq(mails.id, id), eq(mails.status, 'queued')));
};

export const updateLastError = async (db: Executor, id: string, lastFault: string): Promise<void> => {
  await db.update(mails).set({ lastFault }).where(eq(mails.id, id));
};

export const findNewestMail = async (
  db: Executor,
  userId: string,
  kind: MailKind,
): Promise<Pick<MailRow, 'status' | 'queuedAt' | 'nextAttemptAt'> | null> =>
  (
    await db
      .select({ status: mails.status, queuedAt: mails.queuedAt, nextAttemptAt: mails.nextAttemptAt })
      .from(mails)
      .where(and(eq(mails.userId, userId), eq(mails.kind, kind)))
      .orderBy(desc(mails.queuedAt))
      .limit(1)
  )[0] ?? null;

/** Newest first; `to` is a case-insensitive address, null: all addresses. */
export const listMailboxMails = async (db: Executor, to: string | null, limit: number): Promise<MailRow[]> =>
  db
    .select()
    .from(mails)
    .where(
      and(eq(mails.status, 'kept'), to === null ? undefined : eq(sql`lower(${mails.recipient})`, to.toLowerCase())),
    )
    .orderBy(desc(mails.queuedAt))
    .limit(limit);

export const findMailboxMail = async (db: Executor, id: string): Promise<MailRow | undefined> =>
  (
    await db
      .select()
      .from(mails)
      .where(and(eq(mails.id, id), eq(mails.status, 'kept')))
  )[0];

/** Whether the newest mails with an attempt are stuck. */
export async function hasMailTrouble(db: Executor): Promise<boolean> {
  const tried = await db
    .select({ status: mails.status })
    .from(mails)
    .where(sql`${mails.attempts} > 0`)
    .orderBy(desc(mails.queuedAt))
    .limit(3);
  return tried.length > 0 && tried.every(({ status }) => status === 'queued' || status === 'given_up');
}
