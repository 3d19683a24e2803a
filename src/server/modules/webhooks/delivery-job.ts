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
