import { and, count, desc, eq, getTableColumns, gte, min, sql } from 'drizzle-orm';
import { type MailStatus, mailStatuses } from '#domain/accounts/mail.ts';
import { mapKeys } from '#domain/objects.ts';
import type { Database, Executor } from '#server/database/connection.ts';
import { isBeyond, type PagePosition } from '#server/database/pages.ts';
import { deliveries } from '#server/database/tables/delivery-tables.ts';
import type { DeliveryRow } from '#server/deliveries/outbox.ts';
import type { MailApi, MailCounts } from './mail.api.ts';

/** As their partial indexes have it. */
const isMail = sql`${deliveries.channel} = 'mail'`;

export const findNewestMail: MailApi['findNewestMail'] = async (db, userId, kind) => {
  const { status, queuedAt, nextAttemptAt, lastFault } = deliveries;
  const retryAt = sql<Date | null>`case when ${lastFault} is not null then ${nextAttemptAt} end`.mapWith(nextAttemptAt);
  const [newest] = await db
    .select({ status, queuedAt, retryAt })
    .from(deliveries)
    .where(and(eq(deliveries.userId, userId), eq(deliveries.kind, kind), isMail))
    .orderBy(desc(queuedAt))
    .limit(1);
  return newest ?? null;
};

const isKept = and(isMail, eq(deliveries.status, 'kept'));

/** Newest first; `to` is a case-insensitive address, null: all addresses. */
export const listMailboxMails = (db: Database, to: string | null, limit: number): Promise<DeliveryRow[]> =>
  db
    .select()
    .from(deliveries)
    .where(and(isKept, to === null ? undefined : eq(sql`lower(${deliveries.recipient})`, to.toLowerCase())))
    .orderBy(desc(deliveries.queuedAt))
    .limit(limit);

export const findMailboxMail = async (db: Database, id: string): Promise<DeliveryRow | undefined> =>
  (
    await db
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.id, id), isKept))
  )[0];

export const lockMail = async (tx: Executor, id: string): Promise<DeliveryRow | undefined> =>
  (
    await tx
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.id, id), isMail))
      .for('no key update')
  )[0];

/** Whether the newest mails with an attempt are stuck. */
export async function hasMailTrouble(db: Database): Promise<boolean> {
  const tried = await db
    .select({ status: deliveries.status })
    .from(deliveries)
    .where(and(isMail, sql`${deliveries.attempts} > 0`))
    .orderBy(desc(deliveries.queuedAt))
    .limit(3);
  return tried.length > 0 && tried.every(({ status }) => status === 'queued' || status === 'given_up');
}

interface PageOf {
  readonly status: MailStatus | undefined;
  /** Where the previous page ended; null: from the newest on. */
  readonly after: PagePosition | null;
  readonly limit: number;
}

/** Without their content, because links open accounts. */
export const listMails = (db: Database, { status, after, limit }: PageOf): Promise<Omit<DeliveryRow, 'sealed'>[]> => {
  const { sealed: _sealed, ...listed } = getTableColumns(deliveries);
  return db
    .select(listed)
    .from(deliveries)
    .where(and(isMail, status && eq(deliveries.status, status), isBeyond(after, [deliveries.queuedAt, deliveries.id])))
    .orderBy(desc(deliveries.queuedAt), desc(deliveries.id))
    .limit(limit);
};

export const countMails = async (db: Database, since?: Date): Promise<MailCounts> => {
  const rows = await db
    .select({ status: deliveries.status, count: count(), oldest: min(deliveries.queuedAt) })
    .from(deliveries)
    .where(and(isMail, since && gte(deliveries.queuedAt, since)))
    .groupBy(deliveries.status);
  const getCount = (status: MailStatus): number => rows.find((row) => row.status === status)?.count ?? 0;
  return {
    counts: mapKeys(mailStatuses, getCount),
    oldestQueuedAt: rows.find(({ status }) => status === 'queued')?.oldest ?? null,
  };
};
