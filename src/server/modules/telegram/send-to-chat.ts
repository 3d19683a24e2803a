import type { WallClock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import type { Telegram } from '#server/integrations/telegram/telegram.ts';
import { deleteChat, findChatOfUser } from './chats.repository.ts';
import type { SendToChat } from './telegram.api.ts';

interface SendToChatDependencies {
  readonly db: Database;
  readonly send: Telegram['send'];
}

/** A chat whose person blocked the bot is unlinked. */
export const createSendToChat =
  ({ db, send }: SendToChatDependencies): SendToChat =>
  async (userId, message) => {
    const chat = await findChatOfUser(db, userId);
    if (!chat) return 'gone';
    const outcome = await send(chat.chatId, message);
    if (outcome === 'gone') await deleteChat(db, chat.chatId);
    return outcome;
  };

/** Sends nothing during a pause that the server asked for (429), which concerns the whole bot. */
export function obeyPauses(telegram: Pick<Telegram, 'send'>, clock: WallClock): Telegram['send'] {
  let pausedUntil = 0;
  return async (chatId, message) => {
    const left = pausedUntil - clock.now();
    if (left > 0) return { retryAfterMs: left };
    const outcome = await telegram.send(chatId, message);
    if (typeof outcome === 'object') pausedUntil = clock.now() + outcome.retryAfterMs;
    return outcome;
  };
}
