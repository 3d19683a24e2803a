import type { WebhookEvent } from '#domain/accounts/webhook.ts';
import type { UserEvent, UserEventListener } from '#server/modules/events/events.api.ts';
import type { EnqueueDeliveries } from './webhooks.api.ts';

/** Signals are issued and settled with their user events, so webhooks follow those. */
export const createNotifyWebhooks =
  (enqueueDeliveries: EnqueueDeliveries): UserEventListener =>
  async ({ tx }, events, at) => {
    for (const wanted of ['signal.issued', 'signal.settled'] as const) {
      const notices = events.filter((event) => toWebhookEvent(event) === wanted);
      if (notices.length > 0) await enqueueDeliveries(tx, wanted, notices.flatMap(toNotice), at);
    }
  };

function toWebhookEvent(event: UserEvent): WebhookEvent | null {
  if (event.name === 'result') return 'signal.settled';
  // A signal is published again when it has entered.
  return event.name === 'signal' && event.data.status === 'entering' ? 'signal.issued' : null;
}

const toNotice = ({ userId, data }: UserEvent) => (data ? [{ userId, data }] : []);
