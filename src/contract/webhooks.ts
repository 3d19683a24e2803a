import { z } from 'zod';
import {
  deliveredEvents,
  deliveryErrors,
  deliveryStatuses,
  disabledReasons,
  isWebhookUrl,
  webhookEvents,
} from '#domain/accounts/webhook.ts';
import { AnswerLang, Id, Instant, isWholeText } from './wire.ts';

const id = '9b1d7c64-0f3e-4b1a-8a52-6c1f0e7d2b90';
const url = 'https://bot.example/kurs';

export const CreateWebhookBody = z
  .strictObject({
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
    lang: AnswerLang,
  })
  // Zod leaves out `examples` of what it transforms.
  .meta({ example: { url, events: ['signal.issued', 'signal.settled'] } });
export type CreateWebhookBody = z.infer<typeof CreateWebhookBody>;

/** The only answers that contain the secret. */
export const CreatedWebhook = z.object({ id: Id, secret: z.string() }).meta({
  id: 'CreatedWebhook',
  examples: [{ id, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwmJ5yKx0v3bA=' }],
});
export type CreatedWebhook = z.infer<typeof CreatedWebhook>;
/** The previous secret signs as well until then. */
export const RotatedSecret = z.object({ secret: z.string(), previousUntil: Instant }).meta({
  id: 'RotatedSecret',
  examples: [
    { secret: 'whsec_3q2+7wAaCk1sV0m8dJ5tYh9fLr4bXe6uNi2oPzKcGxQ=', previousUntil: '2026-11-24T09:30:00.000Z' },
  ],
});
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
  .meta({
    id: 'Webhook',
    examples: [
      {
        id,
        url,
        events: ['signal.issued', 'signal.settled'],
        createdAt: '2026-11-23T09:30:00.000Z',
        failingSince: null,
        disabledAt: null,
        disabledReason: null,
      },
    ],
  });
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
  .meta({
    id: 'WebhookDelivery',
    examples: [
      {
        id: '0d5b6a7e-31c4-4e0f-b1c2-7f8e9a6d5c43',
        event: 'signal.settled',
        status: 'pending',
        attempts: 1,
        createdAt: '2026-11-23T09:35:00.000Z',
        nextAttemptAt: '2026-11-23T09:35:05.000Z',
        deliveredAt: null,
        responseStatus: 500,
        error: 'status',
      },
    ],
  });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
export const WebhookDeliveries = z.object({ items: z.array(WebhookDelivery) });
