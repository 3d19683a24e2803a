import { z } from 'zod';
import { Instant } from './wire.ts';

/** Whether alerts reach the user by Telegram. `isAvailable` false: the operator has set no bot. */
export const TelegramConnection = z
  .object({
    isAvailable: z.boolean(),
    /** Null: no chat is linked. `name`: of the person, as in Telegram. */
    chat: z.object({ name: z.string(), linkedAt: Instant }).nullable(),
  })
  .meta({
    id: 'TelegramConnection',
    examples: [{ isAvailable: true, chat: { name: '@olena', linkedAt: '2026-11-23T09:30:00.000Z' } }],
  });
export type TelegramConnection = z.infer<typeof TelegramConnection>;

/** Opens the bot with a code that links one chat, once, until `expiresAt`. */
export const TelegramLink = z.object({ url: z.url(), expiresAt: Instant }).meta({
  id: 'TelegramLink',
  examples: [{ url: 'https://t.me/kurs_bot?start=q7Vt2mYc0nUd5sKxLbE9Rw', expiresAt: '2026-11-23T09:40:00.000Z' }],
});
export type TelegramLink = z.infer<typeof TelegramLink>;
