import { defaultLanguage, isLanguage } from '#domain/language.ts';
import type { Transaction } from '#server/database/connection.ts';
import type { QueueMail } from '#server/modules/mail/new-mail.ts';
import { findUser } from './traders.repository.ts';

/** Writes to somebody whose claim came to its end while they may have been away. Part of the transaction that ends it. */
export type TellClaimer = (
  tx: Transaction,
  claim: { readonly userId: string; readonly traderId: string },
  kind: 'id_confirmed' | 'id_not_found',
) => Promise<void>;

export const createTellClaimer =
  (queueMail: QueueMail): TellClaimer =>
  async (tx, { userId, traderId }, kind) => {
    const user = await findUser(tx, userId);
    if (!user) return;
    const lang = isLanguage(user.lang) ? user.lang : defaultLanguage;
    await queueMail(tx, { userId, to: user.email, lang, kind, traderId });
  };
