import { getErrorMessage } from '#domain/caught-error.ts';
import { MailRejected, type MailTransport } from '#server/integrations/mail/mail.ts';
import type { DeliveriesContext } from './deliveries-context.ts';
import { renderMail } from './render-mail.ts';
import type { Attempt, Channel } from './worker.ts';
import { and, eq } from 'drizzle-orm';
import type { Language } from '#domain/language.ts';
import { secondMs } from '#domain/time.ts';
import { alertMessages } from '#phrases/messages.ts';
import { pushSubscriptions, telegramChats } from '#server/database/tables/alert-tables.ts';
import type { SignalAlertContent, SignalResultContent, MessageContent } from './message.ts';
import type { DeliveryRow } from './outbox.ts';
import { interpolate, percentText, resultText as outcomeText } from '#server/http/phrase-values.ts';
import type { ChatMessage, Telegram } from '#server/integrations/telegram/telegram.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';

/** A mail that is sent a second time has the same id, text and link. */
export const mailChannel = ({ config }: DeliveriesContext, transport: MailTransport): Channel => ({
  name: 'mail',
  // Sending a mail mostly waits for the mail server, on a connection of its own.
  slots: 24,
  perSecond: null,
  deliver: async ({ id, lang }, { to, ...content }): Promise<Attempt> => {
    try {
      await transport.send({ id, to, lang, ...renderMail(config, lang, content) });
      return { kind: 'sent' };
    } catch (error) {
      return { kind: error instanceof MailRejected ? 'gone' : 'failed', error: describeError(error, to) };
    }
  },
});

const maxErrorLength = 500;

/** For the operator, without the recipient's address, which mail servers often repeat. */
function describeError(error: unknown, recipient: string): string {
  const text = getErrorMessage(error);
  return text.replaceAll(new RegExp(escaped(recipient), 'gi'), '(address)').slice(0, maxErrorLength);
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A push with the same topic replaces the one before, so a message may be sent again while it is valid. */
export const pushChannel = (ctx: DeliveriesContext): Channel => ({
  name: 'push',
  slots: 50,
  // Pushes have no rate limit.
  perSecond: null,
  deliver: async (delivery, content): Promise<Attempt> => {
    const { db, clock } = ctx;
    const isDevice = and(eq(pushSubscriptions.id, delivery.recipient), eq(pushSubscriptions.userId, delivery.userId));
    const [device] = await db.select().from(pushSubscriptions).where(isDevice);
    if (!device) return { kind: 'gone', error: 'the device was removed' };
    const now = clock.now();
    const message = toPush(delivery, toNews(content));
    const ttlS = Math.floor((message.until - now) / secondMs);
    const topic = getTag(delivery).replaceAll('-', '');
    const outcome = await ctx.push.send(await ctx.readPushIdentity(), device, {
      payload: message.payload,
      ttlS,
      topic,
    });
    if (outcome === 'failed') return { kind: 'failed', error: 'the push service did not accept it' };
    if (outcome === 'gone') {
      await db.delete(pushSubscriptions).where(isDevice);
      return { kind: 'gone', error: 'the push service knows the device no longer' };
    }
    await db
      .update(pushSubscriptions)
      .set({ lastSentAt: new Date(now) })
      .where(isDevice);
    return { kind: 'sent' };
  },
});

/** The same on all devices of a user. */
const getTag = ({ alertId, id }: DeliveryRow): string => alertId ?? id;

/** What the service worker shows (src/web/offline/alert-notification.ts), and until when it is worth showing. */
function toPush(delivery: DeliveryRow, content: SignalAlertContent | SignalResultContent) {
  const { lang, dropAt } = delivery;
  const common = { tag: getTag(delivery), lang, url: content.link };
  if (content.kind === 'signal_result') {
    const payload = { kind: 'result', ...common, ...resultText(content, lang) };
    return { payload: JSON.stringify(payload), until: dropAt.getTime() };
  }
  const { holdsUntil } = content;
  const payload = { kind: 'alert', ...common, ...alertText(content, lang), holdsUntil, ...getButtons(lang) };
  return { payload: JSON.stringify(payload), until: Date.parse(holdsUntil) };
}

function getButtons(lang: Language) {
  const { seconds, over, open, dismiss } = alertMessages[lang];
  return { seconds, over, open, dismiss };
}

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

/** Push and Telegram carry nothing about the account. */
function toNews(content: MessageContent): SignalAlertContent | SignalResultContent {
  if (content.kind === 'signal_alert' || content.kind === 'signal_result') return content;
  throw new Error(`only a mail can say ${content.kind}`);
}

interface AlertText {
  readonly title: string;
  readonly body: string;
}

function alertText(content: SignalAlertContent, lang: Language): AlertText {
  const { symbol, signal, aiModel, duration, passability } = content;
  const words = alertMessages[lang];
  const percent = percentText(passability / 100, lang);
  return {
    title: interpolate(words.title, { pair: pairName(symbol), direction: words.directions[signal], percent }),
    body: interpolate(words.body, { model: aiModelName(aiModel), duration }),
  };
}

function resultText(content: SignalResultContent, lang: Language): AlertText {
  const { symbol, signal, aiModel, duration } = content;
  const words = alertMessages[lang];
  const model = aiModelName(aiModel);
  return {
    title: interpolate(words.resultTitle, { pair: pairName(symbol), result: outcomeText(content, lang) }),
    body: interpolate(words.resultBody, { model, duration, direction: words.directions[signal] }),
  };
}
