import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
  bigint,
} from 'drizzle-orm/pg-core';
import type { PickerDuration } from '#domain/market/duration.ts';
import { alertChannels, type QuietHours } from '#domain/signals/alert-rule.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { instant, bytes } from '../columns.ts';
import { userForeignKey } from '../schema.ts';

export const alertKinds = ['alert', 'result'] as const;

/** Which forecasts alert a user. No row: no alerts. */
export const alertRules = pgTable(
  'alert_rules',
  {
    userId: uuid().notNull(),
    channels: text({ enum: alertChannels }).array().notNull(),
    models: text({ enum: aiModelKeys }).array().notNull(),
    symbols: text().array().notNull(),
    durations: smallint().array().$type<PickerDuration[]>().notNull(),
    minPassability: doublePrecision().notNull(),
    quietHours: jsonb().$type<QuietHours>(),
    results: boolean().notNull(),
    perHour: smallint().notNull(),
    changedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'alert_rules__user_id', columns: [t.userId] }),
    userForeignKey('alert_rules__user_id_fk', t.userId),
  ],
);

/** What was sent, or dropped: one alert per user and minute, one result per signal. */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid().notNull(),
    userId: uuid().notNull(),
    kind: text({ enum: alertKinds }).notNull(),
    /** The close of the forecast's minute, or the settlement. */
    at: instant().notNull(),
    symbol: text().notNull(),
    signalId: uuid(),
    /** What was said. */
    content: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    createdAt: instant().notNull(),
    /** From then on it is dropped instead of being sent late. */
    dropAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'alerts__id', columns: [t.id] }),
    userForeignKey('alerts__user_id', t.userId),
    uniqueIndex('alerts__one_a_minute').on(t.userId, t.at).where(sql`${t.kind} = 'alert'`),
    uniqueIndex('alerts__one_a_result').on(t.signalId).where(sql`${t.kind} = 'result'`),
    index('alerts__user_id_created_at_idx').on(t.userId, t.createdAt),
    index('alerts__created_at_idx').on(t.createdAt),
    check('alerts__signal_id', sql`(${t.kind} = 'result') = (${t.signalId} is not null)`),
  ],
);

/** Browsers that receive alerts by Web Push. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().notNull(),
    userId: uuid().notNull(),
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    userAgent: text().notNull(),
    createdAt: instant().notNull(),
    lastSentAt: instant(),
  },
  (t) => [
    primaryKey({ name: 'push_subscriptions__id', columns: [t.id] }),
    userForeignKey('push_subscriptions__user_id', t.userId),
    uniqueIndex('push_subscriptions__endpoint').on(t.endpoint),
    index('push_subscriptions__user_id_idx').on(t.userId, t.createdAt),
  ],
);

/** Our identity at push services (VAPID), generated once; its private key is sealed under SECRET. */
export const pushKeys = pgTable(
  'push_keys',
  {
    id: smallint().notNull().default(1),
    publicKey: text().notNull(),
    sealed: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [primaryKey({ name: 'push_keys__id', columns: [t.id] }), check('push_keys__only_one', sql`${t.id} = 1`)],
);

/** Private chats with the bot that receive alerts: one per user, and one user per chat. */
export const telegramChats = pgTable(
  'telegram_chats',
  {
    userId: uuid().notNull(),
    chatId: bigint({ mode: 'number' }).notNull(),
    /** As in Telegram, by which the user recognises the chat. */
    name: text().notNull(),
    linkedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'telegram_chats__user_id', columns: [t.userId] }),
    userForeignKey('telegram_chats__user_id_fk', t.userId),
    uniqueIndex('telegram_chats__chat_id').on(t.chatId),
  ],
);

/** One-use codes that link a chat, as hashes. A newer code of a user replaces the one before. */
export const telegramCodes = pgTable(
  'telegram_codes',
  {
    userId: uuid().notNull(),
    codeHash: bytes().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'telegram_codes__user_id', columns: [t.userId] }),
    userForeignKey('telegram_codes__user_id_fk', t.userId),
    uniqueIndex('telegram_codes__code_hash').on(t.codeHash),
    index('telegram_codes__expires_at_idx').on(t.expiresAt),
  ],
);
