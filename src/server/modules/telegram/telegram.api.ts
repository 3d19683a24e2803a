import type { Executor } from '#server/database/connection.ts';
import type { ChatMessage, ChatSendOutcome } from '#server/integrations/telegram/telegram.ts';

/** Those of the users who have linked a chat; nobody without a bot. */
export type ListLinked = (db: Executor, userIds: readonly string[]) => Promise<ReadonlySet<string>>;

/** To the chat of a user; `gone`: there is none, or its person blocked the bot. */
export type SendToChat = (userId: string, message: ChatMessage) => Promise<ChatSendOutcome>;

export interface TelegramApi {
  /** Whether the operator has configured a bot. */
  readonly isAvailable: boolean;
  readonly listLinked: ListLinked;
  readonly sendToChat: SendToChat;
}
