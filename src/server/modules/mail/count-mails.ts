import { sql } from 'drizzle-orm';
import { type MailStatus, mailStatuses } from '#domain/accounts/mail.ts';
import type { Database } from '#server/database/connection.ts';
import { mails } from '#server/database/schema.ts';

export interface MailCounts {
  readonly counts: Readonly<Record<MailStatus, number>>;
  /** Of those still queued. */
  readonly oldestQueuedAt: Date | null;
}

export const countMails = async (db: Database): Promise<MailCounts> => {
  const rows = await db
    .select({
      status: mails.status,
      count: sql<number>`count(*)::int`,
      oldest: sql<Date | null>`min(${mails.queuedAt})`.mapWith(mails.queuedAt),
    })
    .from(mails)
    .groupBy(mails.status);
  const countOf = (status: MailStatus): number => rows.find((row) => row.status === status)?.count ?? 0;
  return {
    counts: Object.fromEntries(mailStatuses.map((status) => [status, countOf(status)])) as MailCounts['counts'],
    oldestQueuedAt: rows.find(({ status }) => status === 'queued')?.oldest ?? null,
  };
};
