import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, primaryKey, smallint, text, uuid, date } from 'drizzle-orm/pg-core';
import { mailKinds, mailStatuses } from '#domain/accounts/mail.ts';
import { languages } from '#domain/language.ts';
import { alertChannels } from '#domain/signals/alert-rule.ts';
import { checkValues, instant } from '#server/database/columns.ts';
import { userForeignKey } from '#server/database/schema.ts';
import { alerts } from './alert-tables.ts';

/** The outbox of all channels: inserted in the transaction of what it reports, and sent from here. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid().notNull(),
    userId: uuid().notNull(),
    /** Null: not about a forecast or a result. */
    alertId: uuid(),
    channel: text({ enum: alertChannels }).notNull(),
    kind: text({ enum: mailKinds }).notNull(),
    /** The mail address (empty once the account is deleted), the push subscription, or the chat. */
    recipient: text().notNull(),
    lang: text({ enum: languages }).notNull(),
    /**
     * Template data, encrypted under SECRET, because links grant access to accounts. Null once
     * there is nothing left to send.
     */
    sealed: text(),
    status: text({ enum: mailStatuses }).notNull(),
    attempts: smallint().notNull().default(0),
    queuedAt: instant().notNull(),
    /** While an attempt is made: when another process may make the next one. */
    nextAttemptAt: instant(),
    /** From then on it is not sent. */
    dropAt: instant().notNull(),
    sentAt: instant(),
    /** Why the last attempt failed, for the operator; truncated to 500 characters. */
    lastFault: text(),
  },
  (t) => [
    primaryKey({ name: 'deliveries__id', columns: [t.id] }),
    userForeignKey('deliveries__user_id', t.userId),
    foreignKey({ name: 'deliveries__alert_id', columns: [t.alertId], foreignColumns: [alerts.id] }).onDelete('cascade'),
    index('deliveries__alert_id_idx').on(t.alertId),
    index('deliveries__user_id_kind_idx').on(t.userId, t.kind, t.queuedAt.desc()),
    index('deliveries__queued_at_idx').on(t.queuedAt),
    index('deliveries__waiting_idx').on(t.channel, t.nextAttemptAt).where(sql`${t.status} = 'queued'`),
    /** Sort orders of the administrators' list of mails. */
    index('deliveries__mails_idx')
      .on(t.queuedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.channel} = 'mail'`),
    index('deliveries__mails_status_idx')
      .on(t.status, t.queuedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.channel} = 'mail'`),
    /** For the newest mails with an attempt. */
    index('deliveries__tried_mails_idx').on(t.queuedAt).where(sql`${t.channel} = 'mail' and ${t.attempts} > 0`),
    checkValues('deliveries__channel', t.channel, alertChannels),
    checkValues('deliveries__kind', t.kind, mailKinds),
    checkValues('deliveries__status', t.status, mailStatuses),
  ],
);

/** Users who want the weekly digest of their results by mail. No row: not wanted. */
export const digestSubscriptions = pgTable(
  'digest_subscriptions',
  { userId: uuid().notNull(), since: instant().notNull() },
  (t) => [
    primaryKey({ name: 'digest_subscriptions__user_id', columns: [t.userId] }),
    userForeignKey('digest_subscriptions__user_id_fk', t.userId),
  ],
);

/** Weeks that were summed up for a user, as a mail or, without results, as none. */
export const digestMails = pgTable(
  'digest_mails',
  {
    userId: uuid().notNull(),
    /** The Monday after the week. */
    day: date().notNull(),
    queuedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'digest_mails__user_id_day', columns: [t.userId, t.day] }),
    userForeignKey('digest_mails__user_id_fk', t.userId),
    index('digest_mails__queued_at_idx').on(t.queuedAt),
  ],
);
