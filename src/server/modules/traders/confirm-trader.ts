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
} from './traders.repository.ts';
import { saveAnswerWithin } from './save-answer.ts';
import { beginCheck } from './trader-check.ts';
import type { TradersContext } from './traders-context.ts';

/**
 * Assigns a trader known to the broker to the user; rejected while another user holds it by a claim
 * that has not lapsed, unless this user is proven to be its owner. `also`: additional writes for the
 * transaction that assigns the trader.
 */
export async function confirmTrader(
  ctx: TradersContext,
  userId: string,
  account: TraderAccount,
  also: (tx: Transaction) => Promise<void> = async () => undefined,
): Promise<User> {
  try {
    const user = await confirmOnce(ctx, userId, account, also);
    if (!user) throw apiError('unauthenticated');
    return user;
  } catch (error) {
    throw violates(error, 'users__referral_id') ? apiError('trader_taken') : error;
  }
}

const confirmOnce = (
  ctx: TradersContext,
  userId: string,
  account: TraderAccount,
  also: (tx: Transaction) => Promise<void>,
) =>
  inTransaction(ctx.db, async (work) => {
    const { tx } = work;
    const formerOwner = await releaseOther(ctx, tx, userId, account.id);
    work.afterCommit(() => {
      ctx.accounts.invalidateUser(userId);
      if (formerOwner !== null) ctx.accounts.invalidateUser(formerOwner);
    });
    const confirmedAt = new Date(ctx.clock.now());
    const proof = ctx.hasPlayMoney ? 'sandbox' : null;
    const isNew = await updateReferralId(tx, userId, { traderId: account.id, confirmedAt, proof });
    const user = isNew ? undefined : await findUserForUpdate(tx, userId);
    if (user) {
      if (user.referralId !== account.id) throw apiError('already_confirmed');
      return user;
    }
    await endRunningCheck(tx, userId, answered('confirmed', account));
    await watchBalance(ctx, tx, userId, account);
    await also(tx);
    await saveAnswerWithin(ctx, work, userId, account);
    return findUserForUpdate(tx, userId);
  });

/**
 * Releases the trader from a holder whose claim has lapsed or who is not its owner, and returns
 * that user's id; null: nothing was released.
 */
async function releaseOther(
  ctx: TradersContext,
  tx: Transaction,
  userId: string,
  traderId: string,
): Promise<string | null> {
  const holder = await findOtherHolderForUpdate(tx, { userId, traderId });
  if (!holder) return null;
  const isOwner = (await findUser(tx, userId))?.openedTraderId === traderId;
  const isReclaimed = yieldsToOwner(holder.referralProof) && isOwner;
  if (!isReclaimed && !(await isLapsed(ctx, tx, holder))) return null;
  const kind = isReclaimed ? 'id_reclaimed' : 'id_lapsed';
  await releaseClaim(ctx, tx, { id: holder.id, referralId: traderId }, kind);
  if (isReclaimed) await moveTraderDays(tx, traderId, userId);
  return holder.id;
}

async function isLapsed({ clock }: TradersContext, tx: Transaction, holder: User): Promise<boolean> {
  const lastSignalAt = (await findLastSignalAt(tx, holder.id))?.getTime() ?? null;
  const confirmedAt = (holder.referralConfirmedAt ?? holder.createdAt).getTime();
  return isClaimLapsed({ confirmedAt, lastSignalAt }, clock.now());
}

/**
 * A newly confirmed trader with too low a balance is likely to top up: the balance is polled for an
 * hour.
 */
async function watchBalance(
  ctx: TradersContext,
  tx: Transaction,
  userId: string,
  account: TraderAccount,
): Promise<void> {
  if (account.isSelfExcluded || isBalanceEnough(account.balance, ctx.config.access)) return;
  const known = account.balance === null ? {} : answered('below_minimum', account);
  await beginCheck(ctx, tx, { userId, kind: 'balance', traderId: account.id, ...known });
}

const answered = <S>(state: S, account: TraderAccount) => ({ state, answeredAt: new Date(account.answeredAt) });
