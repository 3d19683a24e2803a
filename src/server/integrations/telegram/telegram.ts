import { Api, GrammyError } from 'grammy';
import type { Message, Update } from 'grammy/types';
import { secondMs, type WallClock } from '#domain/time.ts';

/** A bot of the operator in Telegram. */
export interface Telegram {
  /** The name by which links open the bot, without @. */
  readUsername(): Promise<string>;
  /** Only then are updates polled: a bot that calls us back gets none. */
  deleteWebhook(): Promise<void>;
  /** Waits for updates from this id on; those before it are confirmed and never come again. */
  getUpdates(from: number, signal: AbortSignal): Promise<ChatUpdate[]>;
  send(chatId: number, message: ChatMessage): Promise<ChatSendOutcome>;
}

/** What a person did in a private chat with the bot; null: an update of no use to us. */
export interface ChatUpdate {
  readonly id: number;
  readonly chat: Chat | null;
  /** Null: the person blocked the bot. */
  readonly text: string | null;
}

export interface Chat {
  readonly id: number;
  readonly name: string;
  /** Of the person's Telegram, as in IETF tags. */
  readonly languageCode: string | null;
}

export interface ChatMessage {
  readonly text: string;
  readonly button?: { readonly label: string; readonly url: string };
}

/**
 * `gone`: the chat does not exist or its person blocked the bot; `rejected`: never accepted, however
 * often it is sent; `failed`: may be accepted later; a number: nothing is accepted for so long,
 * milliseconds.
 */
type ChatSendOutcome = 'sent' | 'gone' | 'rejected' | 'failed' | { readonly retryAfterMs: number };

/** The bot cannot be reached, or the server rejected a call. Its message contains no token. */
export class TelegramError extends Error {
  /** Null: there was no answer. */
  readonly status: number | null;
  /** Null: the server names no pause. */
  readonly retryAfterMs: number | null;
  constructor(message: string, { status, retryAfterMs }: Pick<TelegramError, 'status' | 'retryAfterMs'>) {
    super(message);
    this.name = 'TelegramError';
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

interface BotSettings {
  readonly token: string;
  readonly apiUrl: string;
  readonly timeoutMs?: number;
  /** How long the server holds a poll without updates. */
  readonly pollMs?: number;
}

const defaultTimeoutMs = 5_000;
const defaultPollMs = 25_000;

/** The Bot API by grammy's client; its own errors contain the token and go no further. */
export function createGrammyTelegram(needs: BotSettings): Telegram {
  const { token, apiUrl, timeoutMs = defaultTimeoutMs, pollMs = defaultPollMs } = needs;
  const api = new Api(token, { apiRoot: apiUrl, timeoutSeconds: timeoutMs / secondMs });
  const polling = new Api(token, { apiRoot: apiUrl, timeoutSeconds: (pollMs + timeoutMs) / secondMs });
  let username: Promise<string> | null = null;

  return {
    readUsername: () => {
      username ??= call(async () => (await api.getMe()).username).catch((error: unknown) => {
        username = null;
        throw error;
      });
      return username;
    },
    deleteWebhook: () => call(async () => void (await api.deleteWebhook())),
    getUpdates: async (from, signal) => {
      const options = {
        offset: from,
        timeout: Math.floor(pollMs / secondMs),
        allowed_updates: ['message', 'my_chat_member'] as const,
      };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- grammy names the type of a polyfill
      const stopping = signal as unknown as Parameters<typeof polling.getUpdates>[1];
      return (await call(() => polling.getUpdates(options, stopping))).map(toChatUpdate);
    },
    send: async (chatId, message) => {
      try {
        await call(() => api.sendMessage(chatId, toText(message), toOptions(message)));
        return 'sent';
      } catch (error) {
        return toOutcome(error);
      }
    },
  };
}

/** Sends nothing during a pause that the server asked for (429), which concerns the whole bot. */
export function obeyPauses(telegram: Telegram, clock: WallClock): Telegram {
  let pausedUntil = 0;
  return {
    ...telegram,
    send: async (chatId, message) => {
      const left = pausedUntil - clock.now();
      if (left > 0) return { retryAfterMs: left };
      const outcome = await telegram.send(chatId, message);
      if (typeof outcome === 'object') pausedUntil = clock.now() + outcome.retryAfterMs;
      return outcome;
    },
  };
}

async function call<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof GrammyError))
      throw new TelegramError('Telegram did not answer', { status: null, retryAfterMs: null });
    const { retry_after: retryAfterS } = error.parameters;
    const retryAfterMs = retryAfterS === undefined ? null : retryAfterS * secondMs;
    throw new TelegramError(`${error.method}: ${error.description}`, { status: error.error_code, retryAfterMs });
  }
}

function toOutcome(error: unknown): ChatSendOutcome {
  if (!(error instanceof TelegramError)) throw error;
  const { status, retryAfterMs, message } = error;
  if (retryAfterMs !== null) return { retryAfterMs };
  if (status === 403 || (status === 400 && message.includes('chat not found'))) return 'gone';
  return status === 400 ? 'rejected' : 'failed';
}

const toChatUpdate = ({ update_id: id, message, my_chat_member: member }: Update): ChatUpdate => {
  if (message?.text !== undefined) return { id, chat: toChat(message), text: message.text };
  const hasLeft = member?.new_chat_member.status === 'kicked';
  return { id, chat: hasLeft ? toChat(member) : null, text: null };
};

/** Null: a group, where others would read what concerns one person. */
function toChat({ chat, from }: Pick<Message, 'chat' | 'from'>): ChatUpdate['chat'] {
  if (chat.type !== 'private') return null;
  const name =
    chat.username === undefined ? [chat.first_name, chat.last_name].filter(Boolean).join(' ') : `@${chat.username}`;
  return { id: chat.id, name, languageCode: from?.language_code ?? null };
}

/** Telegram accepts no button with an address without a domain, such as a demo's localhost. */
const mayBeButton = (url: string): boolean => URL.parse(url)?.hostname.includes('.') === true;

const toText = ({ text, button }: ChatMessage): string =>
  button && !mayBeButton(button.url) ? `${text}\n${button.url}` : text;

const toOptions = ({ button }: ChatMessage) => ({
  link_preview_options: { is_disabled: true },
  ...(button && mayBeButton(button.url)
    ? { reply_markup: { inline_keyboard: [[{ text: button.label, url: button.url }]] } }
    : {}),
});
