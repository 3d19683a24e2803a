import { bigint, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../columns.ts';
import { userForeignKey } from '../schema.ts';

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
