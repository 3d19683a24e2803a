import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import type { MailStatus } from '#domain/accounts/mail.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { isBeyond, type Place } from '#server/database/pages.ts';
import { mails } from '#server/database/schema.ts';
import type { MailRow } from './mails.repository.ts';

interface PageOf {
  readonly status: MailStatus | undefined;
  /** Where the previous page ended; null: from the newest on. */
  readonly after: Place | null;
  readonly limit: number;
}

/** Without their content, because links open accounts. */
export const listMails = (db: Database, { status, after, limit }: PageOf): Promise<Omit<MailRow, 'sealed'>[]> => {
  const { sealed: _sealed, ...listed } = getTableColumns(mails);
  return db
    .select(listed)
    .from(mails)
    .where(and(status && eq(mails.status, status), isBeyond(after, [mails.queuedAt, mails.id])))
    .orderBy(desc(mails.queuedAt), desc(mails.id))
    .limit(limit);
};

export const lockMail = async (tx: Transaction, id: string): Promise<MailRow | undefined> =>
  (await tx.select().from(mails).where(eq(mails.id, id)).for('no key update'))[0];

export const setNextAttempt = async (tx: Transaction, id: string, nextAttemptAt: Date): Promise<void> => {
  await tx.update(mails).set({ nextAttemptAt }).where(eq(mails.id, id));
};
