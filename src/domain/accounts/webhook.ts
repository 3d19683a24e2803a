import { dayMs, hourMs, minuteMs, secondMs } from '../time.ts';

/** What a webhook may be notified of. */
export const webhookEvents = ['signal.issued', 'signal.settled', 'alert'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Sent on request only, so that its owner can try the endpoint. */
export const testEvent = 'webhook.test';
export const deliveredEvents = [...webhookEvents, testEvent] as const;

export const maxWebhooks = 5;
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export const deliveryErrors = ['timeout', 'unreachable', 'address_not_allowed', 'status', 'unreadable_secret'] as const;
export type DeliveryError = (typeof deliveryErrors)[number];
export const disabledReasons = ['gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** Milliseconds after each failed attempt but the last. */
const retryAfterMs = [5 * secondMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs];
export const maxDeliveryAttempts = retryAfterMs.length + 1;

/** The pause after `attempts` failed attempts, milliseconds; null: that was the last. */
export const retryPause = (attempts: number): number | null => retryAfterMs[attempts - 1] ?? null;

/** A webhook that has only failed for so long is disabled. */
export const maxFailingMs = 5 * dayMs;
/** How long the previous secret signs too, after a rotation. */
export const secretOverlapMs = dayMs;

/** Whether a text has the form of an https address without a user name or password. */
export const isWebhookUrl = (text: string): boolean => /^https:\/\/[^\s/?#@\\]+([/?#]\S*)?$/i.test(text);
