import type { Transaction } from '#server/database/connection.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import type { NotifyClaimant } from './notify-claimant.ts';
import { endRunningCheck, removeTrader } from '../traders.repository.ts';

/** Removes a broker id from an account whose row the caller has locked, and mails its owner. */
export type ReleaseClaim = (
  tx: Transaction,
  holder: Pick<User, 'id'> & { readonly referralId: string },
  kind: 'id_released' | 'id_lapsed' | 'id_reclaimed',
) => Promise<void>;

export const createReleaseClaim =
  (notifyClaimant: NotifyClaimant): ReleaseClaim =>
  async (tx, { id: userId, referralId: traderId }, kind) => {
    await removeTrader(tx, userId);
    await endRunningCheck(tx, userId, null);
    await notifyClaimant(tx, { userId, traderId }, kind);
  };
