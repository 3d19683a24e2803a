import { isBalanceEnough } from '#domain/accounts/access.ts';
import { isClaimLapsed, yieldsToOwner } from '#domain/accounts/trader-claim.ts';
import { type Transaction, inTransaction } from '#server/database/connection.ts';
import { violates } from '#server/database/connection-errors.ts';
import { apiError } from '#server/http/api-error.ts';
import type { TraderAccount } from '#server/integrations/broker/broker.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { releaseClaim } from './release-trader.ts';
import {
  endRunningCheck,
  findLastSignalAt,
  findOtherHolderForUpdate,
  findUser,
  findUserForUpdate,
  moveTraderDays,
  updateReferralId,
} from '../traders.repository.ts';
import type { TraderParts } from '../trader-parts.ts';

/**
 * Assigns a trader known to the broker to the user; rejected while another user holds it by a claim
 * that has not lapsed, unless this user is proven to be its owner.
 */
export type ConfirmTrader = (
  userId: string,
  account: TraderAccount,
  /** Additional writes for the transaction that assigns the trader. */
  also?: (tx: Transaction) => Promise<void>,
) => Promise<User>;

interface ConfirmTraderDependencies {
  /** Whether the broker's money is play money, so that a claim needs no proof. */
  readonly hasPlayMoney: boolean;
}

export function createConfirmTrader(parts: TraderParts, { hasPlayMoney }: ConfirmTraderDependencies): ConfirmTrader {
  const { db, saveAnswer, checks, queueMail, clock, invalidateUser, rules } = parts;

  /**
   * A newly confirmed trader with too low a balance is likely to top up: the balance is polled for
   * an hour.
   */
  const watchBalance = async (tx: Transaction, userId: string, account: TraderAccount): Promise<void> => {
    if (account.isSelfExcluded || isBalanceEnough(account.balance, rules)) return;
    const known = account.balance === null ? {} : answered('below_minimum', account);
    await checks.begin(tx, { userId, kind: 'balance', traderId: account.id, ...known });
  };

  const isOwner = async (tx: Transaction, userId: string, traderId: string): Promise<boolean> =>
    (await findUser(tx, userId))?.openedTraderId === traderId;

  const isLapsed = async (tx: Transaction, holder: User): Promise<boolean> => {
    const lastSignalAt = (await findLastSignalAt(tx, holder.id))?.getTime() ?? null;
    const confirmedAt = (holder.referralConfirmedAt ?? holder.createdAt).getTime();
    return isClaimLapsed({ confirmedAt, lastSignalAt }, clock.now());
  };

  /**
   * Releases the trader from a holder whose claim has lapsed or who is not its owner, and returns
   * that user's id; null: nothing was released.
   */
  const releaseOther = async (tx: Transaction, userId: string, traderId: string): Promise<string | null> => {
    const holder = await findOtherHolderForUpdate(tx, { userId, traderId });
    if (!holder) return null;
    const isReclaimed = yieldsToOwner(holder.referralProof) && (await isOwner(tx, userId, traderId));
    if (!isReclaimed && !(await isLapsed(tx, holder))) return null;
    await releaseClaim(
      queueMail,
      tx,
      { id: holder.id, referralId: traderId },
      isReclaimed ? 'id_reclaimed' : 'id_lapsed',
    );
    if (isReclaimed) await moveTraderDays(tx, traderId, userId);
    return holder.id;
  };

  const confirm = (userId: string, account: TraderAccount, also: (tx: Transaction) => Promise<void>) =>
    inTransaction(db, async (work) => {
      const formerOwner = await releaseOther(work.tx, userId, account.id);
      work.afterCommit(() => {
        invalidateUser(userId);
        if (formerOwner !== null) invalidateUser(formerOwner);
      });
      const confirmedAt = new Date(clock.now());
      const proof = hasPlayMoney ? 'sandbox' : null;
      const isNew = await updateReferralId(work.tx, userId, { traderId: account.id, confirmedAt, proof });
      const user = isNew ? undefined : await findUserForUpdate(work.tx, userId);
      if (user) {
        if (user.referralId !== account.id) throw apiError('already_confirmed');
        return user;
      }
      await endRunningCheck(work.tx, userId, answered('confirmed', account));
      await watchBalance(work.tx, userId, account);
      await also(work.tx);
      await saveAnswer.within(work, userId, account);
      return findUserForUpdate(work.tx, userId);
    });

  return async (userId, account, also = async () => undefined) => {
    try {
      const user = await confirm(userId, account, also);
      if (!user) throw apiError('unauthenticated');
      return user;
    } catch (error) {
      throw violates(error, 'users__referral_id') ? apiError('trader_taken') : error;
    }
  };
}

const answered = <S>(state: S, account: TraderAccount) => ({ state, answeredAt: new Date(account.answeredAt) });
