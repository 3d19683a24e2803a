import type { SendToChat } from '#server/modules/telegram/telegram.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { chatMessage } from './chat-message.ts';
import { createSendMessages, type Deliver, type SendMessages } from './send-messages.ts';

interface SendChatMessagesDependencies extends Pick<Platform, 'db' | 'clock' | 'crashPoint'> {
  readonly sendToChat: SendToChat;
}

/** Below the thirty a second that Telegram accepts of one bot. */
const batch = 25;

/**
 * A chat has no topics: of a process that died between sending and marking, the same message comes a
 * second time, because a lost alert would be worse.
 */
export function createSendChatMessages(needs: SendChatMessagesDependencies): SendMessages {
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
