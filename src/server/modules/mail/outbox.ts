import { and, count, desc, eq, getTableColumns, min, sql } from 'drizzle-orm';
import type { Outbox, OutboxMail, OutboxQuery } from '#contract/admin/outbox.ts';
import { isId, toInstant, toInstantOrNull } from '#contract/wire.ts';
import { type MailStatus, mailStatuses } from '#domain/accounts/mail.ts';
import { mapKeys } from '#domain/objects.ts';
import { type Database, inTransaction } from '#server/database/connection.ts';
import { isBeyond, type Place } from '#server/database/pages.ts';
import { mails } from '#server/database/schema.ts';
import { apiError } from '#server/http/api-error.ts';
import { cutPage, parsePlace, placeCursor } from '#server/http/cursor.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import { nothingWaits, type Waiting } from '#server/start/server-module.ts';
import type { Platform } from '#server/start/platform.ts';
import type { MailCounts } from './mail.api.ts';
import type { MailRow } from './mails.repository.ts';
import { type MailJob, queueOfMail } from './queue-mail.ts';
import { maxAttempts } from './retry-schedule.ts';

/** A page of mails, and the number of all by status. */
export async function readOutbox(db: Database, { cursor, limit, status }: OutboxQuery): Promise<Outbox> {
  const [rows, { counts, oldestQueuedAt }] = await Promise.all([
    listMails(db, { status, after: parsePlace(cursor), limit: limit + 1 }),
    countMails(db),
  ]);
  const { page, next } = cutPage(rows, limit, ({ queuedAt, id }) => placeCursor(queuedAt, id));
  return { items: page.map(toMailDto), nextCursor: next, counts, oldestQueuedAt: toInstantOrNull(oldestQueuedAt) };
}

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

/** A mail as administrators see it: its status, not its content. */
const toMailDto = (mail: Omit<MailRow, 'sealed'>): OutboxMail => ({
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
const canRetry = ({ status, attempts }: Pick<MailRow, 'status' | 'attempts'>): boolean =>
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

interface RetryContext extends Pick<Platform, 'db' | 'clock'> {
  readonly jobs: Jobs;
}

/** Makes the next attempt now. An attempt counts once: the scheduled one finds it made. */
export const retryMail = (
  { db, jobs, clock }: RetryContext,
  { adminId: actorId, mailId }: { readonly adminId: string; readonly mailId: string },
): Promise<OutboxMail> =>
  inTransaction(db, async ({ tx }) => {
    if (!isId(mailId)) throw apiError('not_found');
    const [mail] = await tx.select().from(mails).where(eq(mails.id, mailId)).for('no key update');
    if (!mail) throw apiError('not_found');
    if (!canRetry(mail)) throw apiError('mail_not_waiting');
    const at = new Date(clock.now());
    await tx.update(mails).set({ nextAttemptAt: at }).where(eq(mails.id, mailId));
    await jobs.send(tx, queueOfMail(mail.kind), { mailId, attempts: mail.attempts } satisfies MailJob);
    await writeAudit(tx, { actorId, action: 'mail.retry', targetId: mailId, after: { attempts: mail.attempts }, at });
    return toMailDto({ ...mail, nextAttemptAt: at });
  });
