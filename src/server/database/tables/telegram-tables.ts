import { bigint, foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant, users } from '../schema.ts';

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
    foreignKey({ name: 'telegram_chats__user_id_fk', columns: [t.userId], foreignColumns: [users.id] }).onDelete(
      'cascade',
    ),
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
    foreignKey({ name: 'telegram_codes__user_id_fk', columns: [t.userId], foreignColumns: [users.id] }).onDelete(
      'cascade',
    ),
    uniqueIndex('telegram_codes__code_hash').on(t.codeHash),
    index('telegram_codes__expires_at_idx').on(t.expiresAt),
  ],
);
