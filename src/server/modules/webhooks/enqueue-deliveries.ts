import { randomUUID } from 'node:crypto';
import { toInstant } from '#contract/wire.ts';
import type { WebhookEvent } from '#domain/accounts/webhook.ts';
import type { Transaction } from '#server/database/connection.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { type DeliveryJob, webhookQueue } from './delivery-job.ts';
import { insertDeliveries, listListeners } from './webhooks.repository.ts';
import type { EnqueueDeliveries } from './webhooks.api.ts';

/**
 * Writes a delivery for every webhook that listens, in the transaction of the event, so that a
 * crash neither loses one nor sends one of an event that was rolled back.
 */
export const createEnqueueDeliveries =
  (jobs: Pick<Jobs, 'sendAll'>): EnqueueDeliveries =>
  async (tx, event, notices, at) => {
    const listeners = await listListeners(tx, [...new Set(notices.map(({ userId }) => userId))], event);
    const deliveries = listeners.flatMap(({ id: webhookId, userId }) =>
      notices
        .filter((notice) => notice.userId === userId)
        .map(({ data }) => ({ webhookId, userId, ...newDelivery(event, data, at) })),
    );
    await insertDeliveries(tx, deliveries);
    await sendJobs(
      jobs,
      tx,
      deliveries.map(({ id }) => id),
    );
  };

/** `payload`: the form of Standard Webhooks. */
export const newDelivery = (event: WebhookEvent | 'webhook.test', data: object, at: Date) => ({
  id: randomUUID(),
  event,
  payload: JSON.stringify({ type: event, timestamp: toInstant(at.getTime()), data }),
  status: 'pending' as const,
  createdAt: at,
  nextAttemptAt: at,
});

const sendJobs = (jobs: Pick<Jobs, 'sendAll'>, tx: Transaction, ids: readonly string[]): Promise<void> =>
  jobs.sendAll(
    tx,
    webhookQueue,
    ids.map((deliveryId): DeliveryJob => ({ deliveryId, attempts: 0 })),
  );
