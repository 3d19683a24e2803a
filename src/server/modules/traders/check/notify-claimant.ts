import type { Transaction } from '#server/database/connection.ts';
import type { QueueMail } from '#server/modules/mail/mail.api.ts';
import { findUser } from '../traders.repository.ts';

type ClaimMail = 'id_confirmed' | 'id_not_found' | 'id_released' | 'id_available' | 'id_lapsed' | 'id_reclaimed';

/**
 * Mails a user whose claim of a broker id has changed, since they may be offline. Part of the
 * transaction that changes it.
 */
export type NotifyClaimant = (
  tx: Transaction,
  claim: { readonly userId: string; readonly traderId: string },
  kind: ClaimMail,
) => Promise<void>;

export const createNotifyClaimant =
  (queueMail: QueueMail): NotifyClaimant =>
  async (tx, { userId, traderId }, kind) => {
    const user = await findUser(tx, userId);
    if (!user) return;
    await queueMail(tx, { userId, to: user.email, lang: user.lang, kind, traderId });
  };
