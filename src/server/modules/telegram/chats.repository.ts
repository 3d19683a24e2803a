import { and, eq, gt, ne } from 'drizzle-orm';
import type { Language } from '#domain/language.ts';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { users } from '#server/database/schema.ts';
import { telegramChats, telegramCodes } from '#server/database/tables/alert-tables.ts';

type ChatRow = typeof telegramChats.$inferSelect;
/** Replaces an older code of the user. */
export const upsertCode = async (db: Executor, code: typeof telegramCodes.$inferInsert): Promise<void> => {
  const { userId: _userId, ...change } = code;
  await db.insert(telegramCodes).values(code).onConflictDoUpdate({ target: telegramCodes.userId, set: change });
};

/** Uses a code up; undefined when it is unknown, used or expired. */
export const takeCode = async (tx: Transaction, codeHash: Buffer, now: Date): Promise<string | undefined> =>
  (
    await tx
      .delete(telegramCodes)
      .where(and(eq(telegramCodes.codeHash, codeHash), gt(telegramCodes.expiresAt, now)))
      .returning({ userId: telegramCodes.userId })
  )[0]?.userId;

/** The chat leaves any other account that it was linked to, and the user's other chat is replaced. */
export async function replaceChat(tx: Transaction, chat: ChatRow): Promise<void> {
  const { userId, ...change } = chat;
  await tx.delete(telegramChats).where(and(eq(telegramChats.chatId, chat.chatId), ne(telegramChats.userId, userId)));
  await tx.insert(telegramChats).values(chat).onConflictDoUpdate({ target: telegramChats.userId, set: change });
}

export const findChatOfUser = async (db: Executor, userId: string): Promise<ChatRow | undefined> =>
  (await db.select().from(telegramChats).where(eq(telegramChats.userId, userId)))[0];

export interface LinkedUser {
  readonly id: string;
  readonly lang: Language;
  readonly isBlocked: boolean;
}

export const findUserOfChat = async (db: Executor, chatId: number): Promise<LinkedUser | undefined> =>
  (
    await db
      .select({ id: users.id, lang: users.lang, isBlocked: users.isBlocked })
      .from(telegramChats)
      .innerJoin(users, eq(users.id, telegramChats.userId))
      .where(eq(telegramChats.chatId, chatId))
  )[0];

export const deleteChatOfUser = async (db: Executor, userId: string): Promise<void> => {
  await db.delete(telegramChats).where(eq(telegramChats.userId, userId));
};

export const deleteCodeOfUser = async (db: Executor, userId: string): Promise<void> => {
  await db.delete(telegramCodes).where(eq(telegramCodes.userId, userId));
};

export const deleteChat = async (db: Executor, chatId: number): Promise<void> => {
  await db.delete(telegramChats).where(eq(telegramChats.chatId, chatId));
};
