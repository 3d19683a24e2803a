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
export type ChatSendOutcome = 'sent' | 'gone' | 'rejected' | 'failed' | { readonly retryAfterMs: number };

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
