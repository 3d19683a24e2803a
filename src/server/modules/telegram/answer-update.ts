import type { Signal } from '#contract/signals.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import { defaultLanguage, isLanguage, type Language } from '#domain/language.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { alertMessages, type TelegramMessages, telegramMessages } from '#phrases/messages.ts';
import { inTransaction } from '#server/database/connection.ts';
import { interpolate, resultText } from '#server/http/phrase-values.ts';
import type { Chat, ChatMessage, ChatUpdate } from '#server/integrations/telegram/telegram.ts';
import { deleteChat, findUserOfChat, type LinkedUser, replaceChat, takeCode } from './chats.repository.ts';
import { hashOfCode } from './manage-link.ts';
import type { BotContext } from './telegram-context.ts';

/** Of one chat. More are not answered, because the bot may send a limited number of messages. */
const messagesAMinute = 20;
const codesAnHour = 10;
const shownResults = 10;

/** Does what a person asked of the bot. An update may come again: the answer is then the same. */
export async function answerUpdate(ctx: BotContext, { chat, text }: ChatUpdate): Promise<void> {
  if (!chat) return;
  if (text === null) return endLink(ctx, chat.id);
  const message = await replyTo(ctx, chat, text);
  if (message && (await ctx.telegram.send(chat.id, message)) === 'gone') await endLink(ctx, chat.id);
}

/** A former leader links no chat. */
const endLink = ({ leaderDb }: BotContext, chatId: number): Promise<void> =>
  inTransaction(leaderDb, ({ tx }) => deleteChat(tx, chatId));

async function replyTo(ctx: BotContext, chat: Chat, text: string): Promise<ChatMessage | null> {
  const { leaderDb: db, attempts, config, signals } = ctx;
  if ((await attempts.add('telegram_message', String(chat.id), minuteMs)) > messagesAMinute) return null;
  const user = await findUserOfChat(db, chat.id);
  const [command = '', code] = text.trim().split(/\s+/, 2);
  if (command === '/start' && code !== undefined) {
    const name = await link(ctx, chat, code, user);
    return reply(ctx, name, (await findUserOfChat(db, chat.id))?.lang ?? getLanguage(chat));
  }
  const lang = user?.lang ?? getLanguage(chat);
  if (!user || user.isBlocked) return reply(ctx, 'notLinked', lang);
  if (command === '/stop') {
    await endLink(ctx, chat.id);
    return reply(ctx, 'stopped', lang);
  }
  if (command !== '/status') return reply(ctx, 'commands', lang);
  const results = await signals.listResults(user.id, shownResults);
  return {
    text: statusText(results, lang),
    button: { label: telegramMessages[lang].history, url: `${config.publicUrl}/${lang}/history` },
  };
}

async function link(ctx: BotContext, chat: Chat, code: string, before: LinkedUser | undefined): Promise<ReplyName> {
  const { leaderDb, clock, attempts } = ctx;
  if ((await attempts.add('telegram_code', String(chat.id), hourMs)) > codesAnHour) return 'tooManyCodes';
  const now = new Date(clock.now());
  const isLinked = await inTransaction(leaderDb, async ({ tx }) => {
    const userId = await takeCode(tx, hashOfCode(code), now);
    if (userId === undefined) return false;
    await replaceChat(tx, { userId, chatId: chat.id, name: chat.name, linkedAt: now });
    return true;
  });
  if (isLinked) return 'linked';
  return before ? 'codeEndedButLinked' : 'codeEnded';
}

function reply({ config }: BotContext, name: ReplyName, lang: Language): ChatMessage {
  const words = telegramMessages[lang];
  return {
    text: words[name],
    button: { label: words.account, url: `${config.publicUrl}/${lang}/account/connections` },
  };
}

type ReplyName = Exclude<keyof TelegramMessages, 'account' | 'history' | 'status' | 'noResults' | 'result'>;

/** Of the person's Telegram, until the chat is linked to an account with a language. */
function getLanguage({ languageCode }: Chat): Language {
  const code = languageCode?.slice(0, 2);
  return isLanguage(code) ? code : code === undefined ? defaultLanguage : 'en';
}

/** The results of these signals, in their order: a line for each, losses like wins. */
function statusText(signals: readonly Signal[], lang: Language): string {
  const words = telegramMessages[lang];
  const { directions } = alertMessages[lang];
  // The reader's time zone is unknown.
  const time = new Intl.DateTimeFormat(lang, { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' });
  const lines = signals.flatMap(({ symbol, signal, duration, result, hasEdge, time: issuedAt }) =>
    result === null
      ? []
      : interpolate(words.result, {
          time: time.format(Date.parse(issuedAt)),
          pair: pairName(symbol),
          direction: directions[signal],
          duration: String(duration),
          result: resultText({ result, hasEdge }, lang),
        }),
  );
  return lines.length === 0 ? words.noResults : [words.status, ...lines].join('\n');
}
