import { hourMs } from '#domain/time.ts';
import type { Attempts } from '#server/database/attempts.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import type { ContinueCheck } from './continue-check.ts';
import type { TraderChecks } from './trader-checks.ts';
import { findRunningCheck } from '../traders.repository.ts';

interface CheckTraderDependencies {
  readonly db: Database;
  readonly checks: TraderChecks;
  readonly continueCheck: ContinueCheck;
  readonly countCheck: CountTraderCheck;
}

/**
 * A check requested by the user: runs immediately, and restarts the retry schedule if it does not
 * succeed.
 */
export const createCheckTrader =
  ({ db, checks, continueCheck, countCheck }: CheckTraderDependencies) =>
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

/**
 * Ten broker queries per user and hour: enough for normal use, too few to probe other traders' ids.
 */
export type CountTraderCheck = (userId: string) => Promise<void>;

const limit = { max: 10, windowMs: hourMs };

export const createCountTraderCheck =
  (attempts: Pick<Attempts, 'take'>): CountTraderCheck =>
  (userId) =>
    attempts.take('trader-check', userId, limit);
