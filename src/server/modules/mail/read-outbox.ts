import { count, min, sql } from 'drizzle-orm';
import type { Outbox, OutboxMail, OutboxQuery } from '#contract/admin/outbox.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { type MailStatus, mailStatuses } from '#domain/accounts/mail.ts';
import { mapKeys } from '#domain/objects.ts';
import type { Database } from '#server/database/connection.ts';
import { mails } from '#server/database/schema.ts';
import { cutPage, parsePlace, placeCursor } from '#server/http/cursor.ts';
import { nothingWaits, type Waiting } from '#server/start/consumer.ts';
import type { MailCounts } from './mail.api.ts';
import type { MailRow } from './mails.repository.ts';
import { listMails } from './outbox.repository.ts';
import { maxAttempts } from './retry-schedule.ts';

export type ReadOutbox = (query: OutboxQuery) => Promise<Outbox>;

export const createReadOutbox =
  (db: Database): ReadOutbox =>
  async ({ cursor, limit, status }) => {
    const [rows, { counts, oldestQueuedAt }] = await Promise.all([
      listMails(db, { status, after: parsePlace(cursor), limit: limit + 1 }),
      countMails(db),
    ]);
    const { page, next } = cutPage(rows, limit, ({ queuedAt, id }) => placeCursor(queuedAt, id));
    return { items: page.map(toMailDto), nextCursor: next, counts, oldestQueuedAt: toInstantOrNull(oldestQueuedAt) };
  };

/** A mail as administrators see it: its status, not its content. */
export const toMailDto = (mail: Omit<MailRow, 'sealed'>): OutboxMail => ({
  id: mail.id,
  kind: mail.kind,
  to: maskAddress(mail.recipient),
  lang: mail.lang,
  status: mail.status,
  attempts: mail.attempts,
  queuedAt: toInstant(mail.queuedAt.getTime()),
  nextAttemptAt: toInstantOrNull(mail.nextAttemptAt),
  sentAt: toInstantOrNull(mail.sentAt),
  lastFault: mail.lastFault,
  canRetry: canRetry(mail),
});

/** After the last attempt only the final check is left. */
export const canRetry = ({ status, attempts }: Pick<MailRow, 'status' | 'attempts'>): boolean =>
  status === 'queued' && attempts < maxAttempts;

/** Two characters and the domain: enough to identify a mail server, not a user. */
const maskAddress = (address: string): string => address.replace(/^(.{0,2}).*(@[^@]*)$/u, '$1•••$2');

/** Mails that wait, from the partial index of those. */
export const readMailBacklog = async (db: Database): Promise<Waiting> => {
  const [row] = await db
    .select({ waiting: count(), oldest: min(mails.queuedAt) })
    .from(mails)
    .where(sql`${mails.status} = 'queued'`);
  return row ?? nothingWaits;
};

export const countMails = async (db: Database): Promise<MailCounts> => {
  const rows = await db
    .select({ status: mails.status, count: count(), oldest: min(mails.queuedAt) })
    .from(mails)
    .groupBy(mails.status);
  const getCount = (status: MailStatus): number => rows.find((row) => row.status === status)?.count ?? 0;
  return {
    counts: mapKeys(mailStatuses, getCount),
    oldestQueuedAt: rows.find(({ status }) => status === 'queued')?.oldest ?? null,
  };
};
