import type { WebhookEvent } from '#domain/accounts/webhook.ts';
import type { Transaction } from '#server/database/connection.ts';

/** What a user's webhooks are notified of; `data` is the body's `data`. */
interface WebhookNotice {
  readonly userId: string;
  readonly data: object;
}

/** In the transaction of the event. */
export type EnqueueDeliveries = (
  tx: Transaction,
  event: WebhookEvent,
  notices: readonly WebhookNotice[],
  at: Date,
) => Promise<void>;

/** Those of the users who have a webhook for alerts. */
export type ListAlertListeners = (userIds: readonly string[]) => Promise<ReadonlySet<string>>;

export interface WebhooksApi {
  readonly enqueueDeliveries: EnqueueDeliveries;
  readonly listAlertListeners: ListAlertListeners;
}
