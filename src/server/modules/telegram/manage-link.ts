import { createHash, randomBytes } from 'node:crypto';
import type { TelegramConnection, TelegramLink } from '#contract/telegram.ts';
import { toInstant } from '#contract/wire.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import { inTransaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { deleteChatOfUser, deleteCodeOfUser, findChatOfUser, upsertCode } from './chats.repository.ts';
import type { TelegramContext } from './telegram-context.ts';

const limit = { max: 10, windowMs: hourMs };
const retryAfterS = 60;

export async function readLink({ db, telegram }: TelegramContext, userId: string): Promise<TelegramConnection> {
  const chat = await findChatOfUser(db, userId);
  return {
    isAvailable: telegram !== null,
    chat: chat ? { name: chat.name, linkedAt: toInstant(chat.linkedAt.getTime()) } : null,
  };
}

/** A code that links one chat, once; an earlier code of the user ends. */
export async function offerLink(
  { db, clock, attempts, telegram }: TelegramContext,
  userId: string,
): Promise<TelegramLink> {
  if (!telegram) throw apiError('telegram_unavailable');
  await attempts.take('telegram_link', userId, limit);
  const username = await telegram.readUsername().catch((cause: unknown) => {
    throw apiError('telegram_unavailable', { retryAfterS, cause });
  });
  const code = newCode();
  const expiresAt = clock.now() + codeHoldsMs;
  await upsertCode(db, { userId, codeHash: hashOfCode(code), expiresAt: new Date(expiresAt) });
  return { url: `https://t.me/${username}?start=${code}`, expiresAt: toInstant(expiresAt) };
}

/** Ends the link and an unused code; again: the same. */
export const endLink = ({ db }: TelegramContext, userId: string): Promise<void> =>
  inTransaction(db, async ({ tx }) => {
    await deleteCodeOfUser(tx, userId);
    await deleteChatOfUser(tx, userId);
  });

const codeHoldsMs = 10 * minuteMs;

/** 128 random bits in the letters that Telegram allows in a link. */
const newCode = (): string => randomBytes(16).toString('base64url');

/** A copy of the table links no chat. */
export const hashOfCode = (code: string): Buffer => createHash('sha256').update(code).digest();
