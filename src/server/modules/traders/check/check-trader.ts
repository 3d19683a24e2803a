import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import type { ContinueCheck } from './continue-check.ts';
import { findRunningCheck } from '../traders.repository.ts';
import type { TraderParts } from '../trader-parts.ts';

/**
 * A check requested by the user: runs immediately, and restarts the retry schedule if it does not
 * succeed.
 */
export const createCheckTrader =
  ({ db, checks, countCheck }: TraderParts, continueCheck: ContinueCheck) =>
  async (user: User): Promise<void> => {
    if (!user.isActivated) throw apiError('email_not_activated');
    const running = await findRunningCheck(db, user.id);
    const traderId = user.referralId ?? running?.traderId;
    if (traderId === undefined) throw apiError('referral_required');
    await countCheck(user.id);
    const kind = user.referralId === null ? 'claim' : 'balance';
    const check = await inTransaction(db, ({ tx }) => checks.begin(tx, { userId: user.id, kind, traderId }));
    await continueCheck(check);
  };
