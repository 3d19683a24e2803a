import type { Signal } from '#contract/signals.ts';
import { type WallClock, hourMs, minuteMs } from '#domain/time.ts';
import type { Language } from '#domain/language.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { alertMessages, type TelegramMessages, telegramMessages } from '#phrases/messages.ts';
import type { Attempts } from '#server/database/attempts.ts';
import { type Database, inTransaction } from '#server/database/connection.ts';
import { interpolate, resultText } from '#server/http/phrase-values.ts';
import type { Chat, ChatMessage, ChatSendOutcome, ChatUpdate } from '#server/integrations/telegram/telegram.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import { deleteChat, findUserOfChat, type LinkedUser, replaceChat, takeCode } from './chats.repository.ts';
import { hashOfCode } from './manage-link.ts';

/** Does what a person asked of the bot. An update may come again: the answer is then the same. */
export type AnswerUpdate = (update: ChatUpdate) => Promise<void>;

interface AnswerUpdateDependencies {
  /** Of the leader: a former one links no chat. */
  readonly db: Database;
  readonly clock: WallClock;
  readonly attempts: Pick<Attempts, 'add'>;
  readonly listResults: SignalsApi['listResults'];
  send(chatId: number, message: ChatMessage): Promise<ChatSendOutcome>;
  readonly publicUrl: string;
}

/** Of one chat. More are not answered, because the bot may send a limited number of messages. */
const messagesAMinute = 20;
const codesAnHour = 10;
const shownResults = 10;

export function createAnswerUpdate(needs: AnswerUpdateDependencies): AnswerUpdate {
  const { db, clock, attempts, listResults, send, publicUrl } = needs;

  const link = async (chat: Chat, code: string, before: LinkedUser | undefined): Promise<ReplyName> => {
    if ((await attempts.add('telegram_code', String(chat.id), hourMs)) > codesAnHour) return 'tooManyCodes';
    const now = new Date(clock.now());
    const isLinked = await inTransaction(db, async ({ tx }) => {
      const userId = await takeCode(tx, hashOfCode(code), now);
      if (userId === undefined) return false;
      await replaceChat(tx, { userId, chatId: chat.id, name: chat.name, linkedAt: now });
      return true;
    });
    if (isLinked) return 'linked';
    return before ? 'codeEndedButLinked' : 'codeEnded';
  };

  const endLink = (chatId: number): Promise<void> => inTransaction(db, ({ tx }) => deleteChat(tx, chatId));

  const replyTo = async (chat: Chat, text: string): Promise<ChatMessage | null> => {
    if ((await attempts.add('telegram_message', String(chat.id), minuteMs)) > messagesAMinute) return null;
    const user = await findUserOfChat(db, chat.id);
    const [command = '', code] = text.trim().split(/\s+/, 2);
    if (command === '/start' && code !== undefined) {
      const name = await link(chat, code, user);
      return reply(name, (await findUserOfChat(db, chat.id))?.lang ?? getLanguage(chat));
    }
    const lang = user?.lang ?? getLanguage(chat);
    if (!user || user.isBlocked) return reply('notLinked', lang);
    if (command === '/stop') {
      await endLink(chat.id);
      return reply('stopped', lang);
    }
    if (command !== '/status') return reply('commands', lang);
    const results = await listResults(user.id, shownResults);
    return {
      text: statusText(results, lang),
      button: { label: telegramMessages[lang].history, url: `${publicUrl}/${lang}/history` },
    };
  };

  const reply = (name: ReplyName, lang: Language): ChatMessage => {
    const words = telegramMessages[lang];
    return { text: words[name], button: { label: words.account, url: `${publicUrl}/${lang}/account/connections` } };
  };

  return async ({ chat, text }) => {
    if (!chat) return;
    if (text === null) return endLink(chat.id);
    const message = await replyTo(chat, text);
    if (message && (await send(chat.id, message)) === 'gone') await endLink(chat.id);
  };
}

type ReplyName = Exclude<keyof TelegramMessages, 'account' | 'history' | 'status' | 'noResults' | 'result'>;

/** Of the person's Telegram, until the chat is linked to an account with a language. */
function getLanguage({ languageCode }: Chat): Language {
  const code = languageCode?.slice(0, 2);
  return code === 'en' || code === 'ru' ? code : code === 'uk' || code === undefined ? 'uk' : 'en';
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
