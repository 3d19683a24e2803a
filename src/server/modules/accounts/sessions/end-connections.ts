import { eq } from 'drizzle-orm';
import { pushSubscriptions, telegramChats, telegramCodes } from '#server/database/tables/alert-tables.ts';
import type { Transaction } from '#server/database/connection.ts';
import type { EndedConnections } from '#server/deliveries/message.ts';
import { supersedeLinks } from '../account-links.repository.ts';

/**
 * Ends whatever a person who knew the password may have set up to act for the user or to read what
 * the user receives.
 */
export async function endConnections(tx: Transaction, userId: string, at: Date): Promise<EndedConnections> {
  const devices = await tx
    .delete(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .returning({ id: pushSubscriptions.id });
  await tx.delete(telegramCodes).where(eq(telegramCodes.userId, userId));
  const chats = await tx
    .delete(telegramChats)
    .where(eq(telegramChats.userId, userId))
    .returning({ id: telegramChats.chatId });
  await supersedeLinks(tx, userId, 'email_change', at);
  return {
    devices: devices.length,
    chats: chats.length,
  };
}
