import { and, arrayContains, asc, count, desc, eq, inArray, isNull, lte, min, sql } from 'drizzle-orm';
import type { DisabledReason, WebhookEvent } from '#domain/accounts/webhook.ts';
import { nothingWaits, type Waiting } from '#server/start/consumer.ts';
import type { Database, Executor, Transaction } from '#server/database/connection.ts';
import { users } from '#server/database/schema.ts';
import { webhookDeliveries, webhooks } from '#server/database/tables/webhook-tables.ts';

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
const listedDeliveries = 50;

export const countWebhooks = (tx: Transaction, userId: string): Promise<number> =>
  tx.$count(webhooks, eq(webhooks.userId, userId));

export const insertWebhook = async (tx: Transaction, webhook: typeof webhooks.$inferInsert): Promise<void> => {
  await tx.insert(webhooks).values(webhook);
};

export const listWebhooks = (db: Database, userId: string): Promise<WebhookRow[]> =>
  db.select().from(webhooks).where(eq(webhooks.userId, userId)).orderBy(asc(webhooks.createdAt), asc(webhooks.id));

export const findWebhook = async (db: Executor, userId: string, id: string): Promise<WebhookRow | undefined> =>
  (
    await db
      .select()
      .from(webhooks)
      .where(and(eq(webhooks.id, id), eq(webhooks.userId, userId)))
  )[0];

export const lockWebhook = async (tx: Transaction, id: string): Promise<WebhookRow | undefined> =>
  (await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('no key update'))[0];

/** Deliveries can be inserted until the commit; false: there is no such webhook any more. */
export const holdWebhook = async (tx: Transaction, id: string): Promise<boolean> =>
  (await tx.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, id)).for('key share')).length > 0;

export const deleteWebhook = async (db: Database, userId: string, id: string): Promise<boolean> =>
  (
    await db
      .delete(webhooks)
      .where(and(eq(webhooks.id, id), eq(webhooks.userId, userId)))
      .returning()
  ).length > 0;

export const updateWebhook = async (
  db: Executor,
  id: string,
  change: Partial<Pick<WebhookRow, 'sealed' | 'previousSealed' | 'previousUntil' | 'failingSince'>>,
): Promise<void> => {
  await db.update(webhooks).set(change).where(eq(webhooks.id, id));
};

/**
 * Webhooks of these users that want an event. `KEY SHARE`: none is deleted before the commit, so
 * that its deliveries can be inserted.
 */
export const listListeners = async (
  tx: Transaction,
  userIds: readonly string[],
  event: WebhookEvent,
): Promise<Pick<WebhookRow, 'id' | 'userId' | 'failingSince'>[]> =>
  userIds.length === 0
    ? []
    : tx
        .select({ id: webhooks.id, userId: webhooks.userId, failingSince: webhooks.failingSince })
        .from(webhooks)
        .where(
          and(
            inArray(webhooks.userId, [...userIds]),
            arrayContains(webhooks.events, [event]),
            isNull(webhooks.disabledAt),
          ),
        )
        .for('key share');

export const listAlertListeners = async (db: Database, userIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const isListening = and(arrayContains(webhooks.events, ['alert']), isNull(webhooks.disabledAt));
  const rows = await db
    .selectDistinct({ userId: webhooks.userId })
    .from(webhooks)
    .where(and(sql`${webhooks.userId} = any(${sql.param([...userIds])}::uuid[])`, isListening));
  return new Set(rows.map(({ userId }) => userId));
};

export const insertDeliveries = async (
  tx: Transaction,
  deliveries: (typeof webhookDeliveries.$inferInsert)[],
): Promise<void> => {
  if (deliveries.length > 0) await tx.insert(webhookDeliveries).values(deliveries);
};

export const listDeliveries = (db: Database, webhookId: string): Promise<DeliveryRow[]> =>
  db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhookId))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(listedDeliveries);

export const findWebhookOfDelivery = async (db: Database, deliveryId: string): Promise<WebhookRow | undefined> =>
  (
    await db
      .select({ webhook: webhooks })
      .from(webhookDeliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
      .where(eq(webhookDeliveries.id, deliveryId))
  )[0]?.webhook;

/**
 * Claims one attempt of a delivery that waits for it at or before `dueBy`; undefined: made or ended
 * meanwhile, or due later.
 */
export async function claimDelivery(
  tx: Transaction,
  { id, attempts, nextAttemptAt }: Pick<DeliveryRow, 'id' | 'attempts' | 'nextAttemptAt'>,
  dueBy: Date,
): Promise<DeliveryRow | undefined> {
  const [row] = await tx
    .update(webhookDeliveries)
    .set({ attempts: attempts + 1, nextAttemptAt })
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.status, 'pending'),
        eq(webhookDeliveries.attempts, attempts),
        lte(webhookDeliveries.nextAttemptAt, dueBy),
      ),
    )
    .returning();
  return row;
}

/** Applies only to the attempt that was made, so a resend in between is not overwritten. */
export const updateDelivery = async (
  db: Executor,
  { id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>,
  change: Partial<Pick<DeliveryRow, 'status' | 'nextAttemptAt' | 'deliveredAt' | 'responseStatus' | 'error'>>,
): Promise<void> => {
  await db
    .update(webhookDeliveries)
    .set(change)
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.attempts, attempts)));
};

/** Attempts that are due, and since when. */
export async function readDueDeliveries(db: Database, now: Date): Promise<Waiting> {
  const { nextAttemptAt, status } = webhookDeliveries;
  const [row] = await db
    .select({ waiting: count(), oldest: min(nextAttemptAt) })
    .from(webhookDeliveries)
    .where(and(sql`${status} = 'pending'`, lte(nextAttemptAt, now)));
  return row ?? nothingWaits;
}

/** Begins again; undefined: the webhook has no such delivery. */
export async function restartDelivery(
  tx: Transaction,
  webhookId: string,
  id: string,
  now: Date,
): Promise<DeliveryRow | undefined> {
  const [row] = await tx
    .update(webhookDeliveries)
    .set({ status: 'pending', attempts: 0, nextAttemptAt: now, error: null, responseStatus: null, deliveredAt: null })
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.webhookId, webhookId)))
    .returning();
  return row;
}

/** Nothing is sent to it any more. */
export async function disableWebhook(
  tx: Transaction,
  id: string,
  disabled: { readonly disabledAt: Date; readonly disabledReason: DisabledReason },
): Promise<void> {
  await tx.update(webhooks).set(disabled).where(eq(webhooks.id, id));
  await tx
    .update(webhookDeliveries)
    .set({ status: 'failed', nextAttemptAt: null })
    .where(and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.status, 'pending')));
}

export const findOwner = async (tx: Transaction, userId: string) =>
  (await tx.select({ email: users.email, lang: users.lang }).from(users).where(eq(users.id, userId)))[0];
