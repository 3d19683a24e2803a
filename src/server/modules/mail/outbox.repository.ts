import { and, desc, eq, sql } from 'drizzle-orm';
import type { MailStatus } from '#domain/accounts/mail.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { mails } from '#server/database/schema.ts';
import type { Place } from '#server/http/cursor.ts';
import type { MailRow } from './mails.repository.ts';

interface PageOf {
  readonly status: MailStatus | undefined;
  /** Where the previous page ended; null: from the newest on. */
  readonly after: Place | null;
  readonly limit: number;
}

/** Without their content, because links open accounts. */
export const listMails = (db: Database, { status, after, limit }: PageOf): Promise<Omit<MailRow, 'sealed'>[]> => {
  const { id, userId, kind, recipient, lang, attempts, queuedAt, nextAttemptAt, sentAt, lastFault } = mails;
  return db
    .select({
      id,
      userId,
      kind,
      recipient,
      lang,
      status: mails.status,
      attempts,
      queuedAt,
      nextAttemptAt,
      sentAt,
      lastFault,
    })
    .from(mails)
    .where(
      and(
        status && eq(mails.status, status),
        after ? sql`(${mails.queuedAt}, ${mails.id}) < (${after.at}, ${after.id}::uuid)` : undefined,
      ),
    )
    .orderBy(desc(mails.queuedAt), desc(mails.id))
    .limit(limit);
};

export const lockMail = async (tx: Transaction, id: string): Promise<MailRow | undefined> =>
  (await tx.select().from(mails).where(eq(mails.id, id)).for('no key update'))[0];

export const setNextAttempt = async (tx: Transaction, id: string, nextAttemptAt: Date): Promise<void> => {
  await tx.update(mails).set({ nextAttemptAt }).where(eq(mails.id, id));
};
