import type { Language } from '#domain/language.ts';
import { alertMessages } from '#phrases/alert-messages.ts';
import { interpolate } from '#server/http/phrase-values.ts';
import type { ChatMessage } from '#server/integrations/telegram/telegram.ts';
import type { SendToChat } from '#server/modules/telegram/telegram.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { toAlertContent, toResultContent } from './alert-content.ts';
import { textOfAlert, textOfResult } from './alert-text.ts';
import type { AlertRow } from './alerts.repository.ts';
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

/** What the bot writes. Its button opens the signal screen prepared, or the history. */
export function chatMessage({ kind, content }: AlertRow, lang: Language): ChatMessage {
  const label = alertMessages[lang].open;
  if (kind === 'result') {
    const result = toResultContent(content);
    const { title, body } = textOfResult(result, lang);
    return { text: `${title}\n${body}`, button: { label, url: result.link } };
  }
  const alert = toAlertContent(content);
  const { title, body } = textOfAlert(alert, lang);
  return { text: `${title}\n${body}\n${formatUntil(alert.holdsUntil, lang)}`, button: { label, url: alert.link } };
}

/** A chat has no countdown, and the reader's time zone is unknown. */
function formatUntil(holdsUntil: string, lang: Language): string {
  const time = new Intl.DateTimeFormat(lang, { timeStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(holdsUntil));
  return interpolate(alertMessages[lang].holdsUntil, { time });
}
