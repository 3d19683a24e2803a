import { sql } from 'drizzle-orm';
import { type MailStatus, mailStatuses } from '#domain/accounts/mail.ts';
import { mapKeys } from '#domain/objects.ts';
import { nothingWaits, type Waiting } from '#server/start/consumer.ts';
import type { Database } from '#server/database/connection.ts';
import { mails } from '#server/database/schema.ts';
import type { MailCounts } from './mail.api.ts';

/** Mails that wait, from the partial index of those. */
export const readMailBacklog = async (db: Database): Promise<Waiting> => {
  const [row] = await db
    .select({
      waiting: sql<number>`count(*)::int`,
      oldest: sql<Date | null>`min(${mails.queuedAt})`.mapWith(mails.queuedAt),
    })
    .from(mails)
    .where(sql`${mails.status} = 'queued'`);
  return row ?? nothingWaits;
};

export const countMails = async (db: Database): Promise<MailCounts> => {
  const rows = await db
    .select({
      status: mails.status,
      count: sql<number>`count(*)::int`,
      oldest: sql<Date | null>`min(${mails.queuedAt})`.mapWith(mails.queuedAt),
    })
    .from(mails)
    .groupBy(mails.status);
  const getCount = (status: MailStatus): number => rows.find((row) => row.status === status)?.count ?? 0;
  return {
    counts: mapKeys(mailStatuses, getCount),
    oldestQueuedAt: rows.find(({ status }) => status === 'queued')?.oldest ?? null,
  };
};
