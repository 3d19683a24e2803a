import { z } from 'zod';
import {
  deliveredEvents,
  deliveryErrors,
  deliveryStatuses,
  disabledReasons,
  isWebhookUrl,
  webhookEvents,
} from '#domain/accounts/webhook.ts';
import { languages } from '#domain/language.ts';
import { Id, Instant, isWholeText } from './wire.ts';

export const CreateWebhookBody = z.strictObject({
  url: z
    .string()
    .max(2_000)
    .refine(isWholeText)
    .refine(isWebhookUrl, { params: { phrase: 'notHttps' } }),
  events: z
    .array(z.enum(webhookEvents))
    .min(1)
    .max(webhookEvents.length)
    .transform((events) => webhookEvents.filter((event) => events.includes(event))),
  lang: z.enum(languages).optional(),
});
export type CreateWebhookBody = z.infer<typeof CreateWebhookBody>;

/** The only answers that contain the secret. */
export const CreatedWebhook = z.object({ id: Id, secret: z.string() }).meta({ id: 'CreatedWebhook' });
export type CreatedWebhook = z.infer<typeof CreatedWebhook>;
/** The previous secret signs as well until then. */
export const RotatedSecret = z.object({ secret: z.string(), previousUntil: Instant }).meta({ id: 'RotatedSecret' });
export type RotatedSecret = z.infer<typeof RotatedSecret>;

export const Webhook = z
  .object({
    id: Id,
    url: z.string(),
    events: z.array(z.enum(webhookEvents)),
    createdAt: Instant,
    /** Since when every attempt has failed; null: the last one succeeded. */
    failingSince: Instant.nullable(),
    disabledAt: Instant.nullable(),
    disabledReason: z.enum(disabledReasons).nullable(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;
export const Webhooks = z.object({ items: z.array(Webhook) });

export const WebhookDelivery = z
  .object({
    /** Also the header `webhook-id`, the same for every attempt. */
    id: Id,
    event: z.enum(deliveredEvents),
    status: z.enum(deliveryStatuses),
    attempts: z.int(),
    createdAt: Instant,
    nextAttemptAt: Instant.nullable(),
    deliveredAt: Instant.nullable(),
    /** The HTTP status of the last attempt; null: there was no answer. */
    responseStatus: z.int().nullable(),
    error: z.enum(deliveryErrors).nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
export const WebhookDeliveries = z.object({ items: z.array(WebhookDelivery) });
