import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import { toInstant } from '#contract/wire.ts';
import type { DeliveryRow, WebhookRow } from './webhooks.repository.ts';

const instantOf = (at: Date | null): string | null => at && toInstant(at.getTime());

export const toWebhookDto = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  createdAt: toInstant(row.createdAt.getTime()),
  failingSince: instantOf(row.failingSince),
  disabledAt: instantOf(row.disabledAt),
  disabledReason: row.disabledReason,
});

export const toDeliveryDto = (row: Omit<DeliveryRow, 'payload'>): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  status: row.status,
  attempts: row.attempts,
  createdAt: toInstant(row.createdAt.getTime()),
  nextAttemptAt: instantOf(row.nextAttemptAt),
  deliveredAt: instantOf(row.deliveredAt),
  responseStatus: row.responseStatus,
  error: row.error,
});
