import { z } from 'zod';
import { openUnsubscribeLink, unsubscribe } from './requested-mail.ts';
import type { Endpoints } from './endpoint.ts';
import { isTimezone } from '#domain/market/start-of-day.ts';
import { pickerDurations } from '#domain/market/duration.ts';
import { alertChannels } from '#domain/signals/alert-rule.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { AnswerLang, Id, Instant, PairSymbol } from './wire.ts';

const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const QuietHours = z.strictObject({
  from: localTime,
  to: localTime,
  timezone: z.string().max(60).refine(isTimezone),
});

const getList = <T extends z.ZodType>(item: T) => z.array(item).max(50);

/** Which forecasts alert the user, and where. An empty list: any. Off without channels. */
export const AlertSettings = z
  .strictObject({
    channels: getList(z.enum(alertChannels)),
    models: getList(z.enum(aiModelKeys)),
    symbols: getList(PairSymbol),
    durations: getList(z.literal(pickerDurations)),
    minPassability: z.number().min(50).max(100),
    quietHours: QuietHours.nullable(),
    /** Also the results of own signals. */
    results: z.boolean(),
    perHour: z.int().min(1).max(60),
  })
  .meta({ id: 'AlertSettings' });
export type AlertSettings = z.infer<typeof AlertSettings>;

/** PUT alerts: every field is optional and keeps its default when absent. */
export const ChangeAlertsBody = AlertSettings.partial().extend({ lang: AnswerLang });
export type ChangeAlertsBody = z.infer<typeof ChangeAlertsBody>;

const PushKey = z.object({ key: z.string() }).meta({ id: 'PushKey' });

const base64url = (bytes: number) =>
  z
    .string()
    .max(200)
    .refine((text) => /^[\w-]+={0,2}$/.test(text) && Math.floor((text.replaceAll('=', '').length * 6) / 8) === bytes);

/** An https address without a user name or password. */
const isPlainHttpsUrl = (text: string): boolean => /^https:\/\/[^\s/?#@\\]+([/?#]\S*)?$/i.test(text);

/** As `PushSubscription.toJSON()` of a browser; its expiration time is not used. */
export const PushSubscriptionBody = z.strictObject({
  endpoint: z
    .string()
    .max(1_000)
    .refine(isPlainHttpsUrl, { params: { phrase: 'notHttps' } }),
  expirationTime: z.number().nullish(),
  keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
  lang: AnswerLang,
});
export type PushSubscriptionBody = z.infer<typeof PushSubscriptionBody>;

export const PushDevice = z
  .object({
    id: Id,
    createdAt: Instant,
    browser: z.string().nullable(),
    system: z.string().nullable(),
    /** The push service, such as fcm.googleapis.com. */
    service: z.string(),
    lastSentAt: Instant.nullable(),
  })
  .meta({ id: 'PushDevice' });
export type PushDevice = z.infer<typeof PushDevice>;
const PushDevices = z.object({ items: z.array(PushDevice) });
const CreatedPushDevice = z.object({ id: Id }).meta({ id: 'CreatedPushDevice' });

export const alertEndpoints = {
  'GET /api/alerts': { guards: ['sameOrigin', 'signedIn'], answer: AlertSettings },
  'PUT /api/alerts': { guards: ['sameOrigin', 'signedIn'], body: ChangeAlertsBody, answer: AlertSettings },
  'GET /api/push/key': { guards: ['sameOrigin', 'signedIn'], answer: PushKey },
  'GET /api/push/subscriptions': { guards: ['sameOrigin', 'signedIn'], answer: PushDevices },
  'POST /api/push/subscriptions': {
    guards: ['sameOrigin', 'signedIn'],
    body: PushSubscriptionBody,
    answer: CreatedPushDevice,
    status: 201,
    errors: ['email_not_activated', 'address_not_allowed'],
  },
  'DELETE /api/push/subscriptions/:id': {
    guards: ['sameOrigin', 'signedIn'],
    params: z.object({ id: Id }),
    errors: ['not_found'],
  },
} satisfies Endpoints;

/** The link in an alert by mail. */
export const alertMailEndpoints = {
  'GET /api/user/alert-mail/unsubscribe/:token': openUnsubscribeLink,
  'POST /api/user/alert-mail/unsubscribe/:token': unsubscribe,
} satisfies Endpoints;
