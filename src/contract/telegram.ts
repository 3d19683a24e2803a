import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { Instant } from './wire.ts';

/** Whether alerts reach the user by Telegram. `isAvailable` false: the operator has set no bot. */
export const TelegramConnection = z
  .object({
    isAvailable: z.boolean(),
    /** Null: no chat is linked. `name`: of the person, as in Telegram. */
    chat: z.object({ name: z.string(), linkedAt: Instant }).nullable(),
  })
  .meta({ id: 'TelegramConnection' });
export type TelegramConnection = z.infer<typeof TelegramConnection>;

/** Opens the bot with a code that links one chat, once, until `expiresAt`. */
export const TelegramLink = z.object({ url: z.url(), expiresAt: Instant }).meta({ id: 'TelegramLink' });
export type TelegramLink = z.infer<typeof TelegramLink>;

export const telegramEndpoints = {
  'GET /api/telegram/link': { guards: ['sameOrigin', 'signedIn'], answer: TelegramConnection },
  'POST /api/telegram/link': {
    guards: ['sameOrigin', 'signedIn'],
    answer: TelegramLink,
    errors: ['telegram_unavailable'],
  },
  'DELETE /api/telegram/link': { guards: ['sameOrigin', 'signedIn'] },
} satisfies Endpoints;
