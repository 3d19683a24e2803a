import { and, eq } from 'drizzle-orm';
import type { Language } from '#domain/language.ts';
import { alertMessages } from '#phrases/messages.ts';
import { telegramChats } from '#server/database/tables/alert-tables.ts';
import { interpolate } from '#server/http/phrase-values.ts';
import type { ChatMessage, Telegram } from '#server/integrations/telegram/telegram.ts';
import { alertText, resultText, toNews } from './alert-text.ts';
import type { DeliveriesContext } from './deliveries-context.ts';
import type { SignalAlertContent, SignalResultContent } from './message.ts';
import type { Attempt, Channel } from './worker.ts';

/** Below the thirty a second that Telegram accepts of one bot. */
const perSecond = 25;

/**
 * A chat has no topics: of a process that died between sending and marking, the same message comes a
 * second time, because a lost alert would be worse.
 */
export const telegramChannel = ({ db }: DeliveriesContext, telegram: Telegram): Channel => ({
  name: 'telegram',
  slots: perSecond,
  perSecond,
  deliver: async ({ userId, recipient, lang }, content): Promise<Attempt> => {
    const chatId = Number(recipient);
    const isChat = and(eq(telegramChats.chatId, chatId), eq(telegramChats.userId, userId));
    if ((await db.$count(telegramChats, isChat)) === 0) return { kind: 'gone', error: 'the chat was unlinked' };
    const outcome = await telegram.send(chatId, chatMessage(toNews(content), lang));
    if (typeof outcome === 'object') return { kind: 'paused', forMs: outcome.retryAfterMs };
    if (outcome === 'gone') await db.delete(telegramChats).where(isChat);
    return outcome === 'sent'
      ? { kind: 'sent' }
      : { kind: outcome === 'failed' ? outcome : 'gone', error: errors[outcome] };
  },
});

const errors = {
  gone: 'its person blocked the bot',
  rejected: 'Telegram rejected the message',
  failed: 'Telegram did not accept it',
} as const;

/** What the bot writes. Its button opens the signal screen prepared, or the history. */
export function chatMessage(content: SignalAlertContent | SignalResultContent, lang: Language): ChatMessage {
  const button = { label: alertMessages[lang].open, url: content.link };
  if (content.kind === 'signal_result') {
    const { title, body } = resultText(content, lang);
    return { text: `${title}\n${body}`, button };
  }
  const { title, body } = alertText(content, lang);
  return { text: `${title}\n${body}\n${formatUntil(content.holdsUntil, lang)}`, button };
}

/** A chat has no countdown, and the reader's time zone is unknown. */
function formatUntil(holdsUntil: string, lang: Language): string {
  const time = new Intl.DateTimeFormat(lang, { timeStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(holdsUntil));
  return interpolate(alertMessages[lang].holdsUntil, { time });
}
