import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import {
  deliveredEvents,
  deliveryErrors,
  deliveryStatuses,
  disabledReasons,
  webhookEvents,
} from '#domain/accounts/webhook.ts';
import { checkValues, instant } from '../columns.ts';
import { userForeignKey } from '../schema.ts';

/** Addresses of users that are notified of their events. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid().notNull(),
    userId: uuid().notNull(),
    url: text().notNull(),
    events: text({ enum: webhookEvents }).array().notNull(),
    /** The signing secret, encrypted under SECRET. */
    sealed: text().notNull(),
    /** The secret before the last rotation, which signs too until `previousUntil`. */
    previousSealed: text(),
    previousUntil: instant(),
    createdAt: instant().notNull(),
    failingSince: instant(),
    disabledAt: instant(),
    disabledReason: text({ enum: disabledReasons }),
  },
  (t) => [
    primaryKey({ name: 'webhooks__id', columns: [t.id] }),
    userForeignKey('webhooks__user_id', t.userId),
    index('webhooks__user_id_idx').on(t.userId, t.createdAt),
    check('webhooks__disabled', sql`(${t.disabledAt} is null) = (${t.disabledReason} is null)`),
  ],
);

/** The outbox of webhooks: inserted in the transaction of the event, sent from here. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid().notNull(),
    webhookId: uuid().notNull(),
    userId: uuid().notNull(),
    event: text({ enum: deliveredEvents }).notNull(),
    /** The body, exactly the bytes that are signed. */
    payload: text().notNull(),
    status: text({ enum: deliveryStatuses }).notNull(),
    attempts: smallint().notNull().default(0),
    createdAt: instant().notNull(),
    nextAttemptAt: instant(),
    deliveredAt: instant(),
    responseStatus: smallint(),
    error: text({ enum: deliveryErrors }),
  },
  (t) => [
    primaryKey({ name: 'webhook_deliveries__id', columns: [t.id] }),
    foreignKey({
      name: 'webhook_deliveries__webhook_id',
      columns: [t.webhookId],
      foreignColumns: [webhooks.id],
    }).onDelete('cascade'),
    userForeignKey('webhook_deliveries__user_id', t.userId),
    index('webhook_deliveries__webhook_id_idx').on(t.webhookId, t.createdAt.desc()),
    index('webhook_deliveries__user_id_idx').on(t.userId),
    index('webhook_deliveries__created_at_idx').on(t.createdAt),
    index('webhook_deliveries__pending_idx').on(t.nextAttemptAt).where(sql`${t.status} = 'pending'`),
    checkValues('webhook_deliveries__status', t.status, deliveryStatuses),
  ],
);
