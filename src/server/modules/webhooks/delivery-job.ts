export const webhookQueue = 'webhooks';

/** One attempt of one delivery: an attempt that was made meanwhile is not repeated. */
export interface DeliveryJob {
  readonly deliveryId: string;
  readonly attempts: number;
}
