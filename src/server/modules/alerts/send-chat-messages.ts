import type { WallClock } from '#domain/clock.ts';
import type { CrashHook } from '#server/start/crash-points.ts';
import type { Database } from '#server/database/connection.ts';
import type { SendToChat } from '#server/modules/telegram/telegram.api.ts';
import { chatMessage } from './chat-message.ts';
import { createSendMessages, type Deliver, type SendMessages } from './send-messages.ts';

interface Needs {
  readonly db: Database;
  readonly clock: WallClock;
  readonly sendToChat: SendToChat;
  readonly crashPoint: CrashHook;
}

/** Below the thirty a second that Telegram accepts of one bot. */
const batch = 25;

/**
 * A chat has no topics: of a process that died between sending and marking, the same message comes a
 * second time, because a lost alert would be worse.
 */
export function createSendChatMessages(needs: Needs): SendMessages {
  const { clock, sendToChat, crashPoint } = needs;

  const deliver: Deliver = async ({ alert }, lang) => {
    // The claim may have waited for others of its batch.
    if (alert.dropAt.getTime() <= clock.now()) return 'failed';
    const outcome = await sendToChat(alert.userId, chatMessage(alert, lang));
    crashPoint('telegram.after-send');
    return outcome === 'gone' || outcome === 'rejected' ? 'ended' : outcome;
  };

  return createSendMessages({ ...needs, channel: 'telegram', deliver, batch, isPaced: true });
}
