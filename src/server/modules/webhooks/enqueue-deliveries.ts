import { randomUUID } from 'node:crypto';
import { toInstant } from '#contract/wire.ts';
import type { WebhookEvent } from '#domain/accounts/webhook.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
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
    const made = listeners.flatMap((webhook) =>
      notices
        .filter(({ userId }) => userId === webhook.userId)
        .map(({ data }) => {
          const delivery = { webhookId: webhook.id, userId: webhook.userId, ...newDelivery(event, data, at) };
          return { queue: queueOfWebhook(webhook), delivery };
        }),
    );
    await insertDeliveries(
      tx,
      made.map(({ delivery }) => delivery),
    );
    for (const [queue, ofQueue] of Map.groupBy(made, (one) => one.queue))
      await jobs.sendAll(
        tx,
        queue,
        ofQueue.map(({ delivery }) => ({ data: { deliveryId: delivery.id, attempts: 0 } satisfies DeliveryJob })),
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

export const webhookQueue = 'webhooks';
/** For endpoints that failed last time: they delay each other and nobody else. */
export const slowWebhookQueue = 'slow-webhooks';

export const queueOfWebhook = ({ failingSince }: { readonly failingSince: Date | null }): string =>
  failingSince === null ? webhookQueue : slowWebhookQueue;

/** One attempt of one delivery: an attempt that was made meanwhile is not repeated. */
export interface DeliveryJob {
  readonly deliveryId: string;
  readonly attempts: number;
}
