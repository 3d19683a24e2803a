import { isBalanceEnough } from '#domain/accounts/access.ts';
import { inTransaction, type Transaction } from '#server/database/connection.ts';
import { apiError, ApiError } from '#server/http/api-error.ts';
import { BrokerUnavailable, type TraderAccount } from '#server/integrations/broker/broker.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { countBrokerQuery, orBrokerUnavailable, saveAnswer, saveAnswerWithin } from './broker-answer.ts';
import { notifyClaimant, releaseClaim } from './release-trader.ts';
import { addTakenClaim, advanceCheck, beginCheck, type CheckJob, checkQueue, type Step } from './trader-check.ts';
import type { TradersContext } from './traders-context.ts';
import {
  type CheckRow,
  endRunningCheck,
  findCheck,
  findLastSignalAt,
  findOtherHolderForUpdate,
  findRunningCheck,
  findUser,
  findUserForUpdate,
  moveTraderDays,
  updateReferralId,
} from './traders.repository.ts';
import { isClaimLapsed, yieldsToOwner } from '#domain/accounts/trader-claim.ts';
import { violates } from '#server/database/connection-errors.ts';

/**
 * The user claims a trader id; the broker confirms that it exists and was registered through our
 * referral link.
 */
export async function claimTrader(ctx: TradersContext, user: User, traderId: string): Promise<User> {
  if (!user.isActivated) throw apiError('email_not_activated');
  if (user.referralId === traderId) return user;
  if (user.referralId !== null) throw apiError('already_confirmed');
  await countBrokerQuery(ctx, user.id);
  const account = await findClaimed(ctx, user.id, traderId);
  if (account) return confirmClaim(ctx, user.id, account);
  await endRunningCheck(ctx.db, user.id, { state: 'not_found', answeredAt: new Date(ctx.clock.now()) });
  throw apiError('trader_not_found');
}

/** While the broker is unavailable, the claim continues in the background and the user may leave. */
async function findClaimed(ctx: TradersContext, userId: string, traderId: string): Promise<TraderAccount | null> {
  try {
    return await orBrokerUnavailable(ctx.broker.findTrader(traderId));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'broker_unavailable')
      await inTransaction(ctx.db, ({ tx }) => beginCheck(ctx, tx, { userId, kind: 'claim', traderId }));
    throw error;
  }
}

/** Stores a rejected claim, so that its claimant gets a mail if the id is released. */
async function confirmClaim(ctx: TradersContext, userId: string, account: TraderAccount): Promise<User> {
  try {
    return await confirmTrader(ctx, userId, account);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'trader_taken')
      await inTransaction(ctx.db, ({ tx }) => addTakenClaim(ctx, tx, { userId, traderId: account.id }));
    throw error;
  }
}

/**
 * A check requested by the user: runs immediately, and restarts the retry schedule if it does not
 * succeed.
 */
export async function checkTrader(ctx: TradersContext, user: User): Promise<void> {
  if (!user.isActivated) throw apiError('email_not_activated');
  const traderId = user.referralId ?? (await findRunningCheck(ctx.db, user.id))?.traderId;
  if (traderId === undefined) throw apiError('referral_required');
  await countBrokerQuery(ctx, user.id);
  const kind = user.referralId === null ? 'claim' : 'balance';
  const check = await inTransaction(ctx.db, ({ tx }) => beginCheck(ctx, tx, { userId: user.id, kind, traderId }));
  await continueCheck(ctx, check, { byItself: false });
}

/**
 * One step of a running check. `byItself`: in the background, so the user gets a mail if it ends a
 * claim.
 */
export async function continueCheck(
  ctx: TradersContext,
  check: CheckRow,
  { byItself }: { readonly byItself: boolean },
): Promise<void> {
  const step = await takeStep(ctx, check, byItself);
  await inTransaction(ctx.db, async ({ tx }) => {
    const isOurs = await advanceCheck(ctx, tx, check, step);
    const kind = check.kind === 'claim' ? endMails[step.outcome] : undefined;
    if (isOurs && byItself && kind) await notifyClaimant(ctx, tx, check.userId, { kind, traderId: check.traderId });
  });
}

/** The job of a check goes on with it, also when its user has left. */
export const workOnChecks = (ctx: TradersContext): Promise<void> =>
  ctx.jobs.work<CheckJob>(checkQueue, async ({ checkId, attempts }) => {
    const check = await findCheck(ctx.db, checkId);
    if (check?.nextAt && check.attempts === attempts) await continueCheck(ctx, check, { byItself: true });
  });

/** The mail of a claim that ends without its user. */
const endMails: Partial<Record<Step['outcome'], 'id_not_found' | 'id_taken'>> = {
  unknown: 'id_not_found',
  taken: 'id_taken',
};

async function takeStep(ctx: TradersContext, check: CheckRow, byItself: boolean): Promise<Step> {
  const withoutBalance = { answeredAt: null, atLeastMs: 0 };
  try {
    const account = await ctx.broker.findTrader(check.traderId, { fresh: true });
    if (!account) return { outcome: 'unknown', ...withoutBalance };
    if (check.kind === 'claim') return { outcome: await finishClaim(ctx, check, account, byItself), ...withoutBalance };
    await saveAnswer(ctx, check.userId, account);
    if (account.balance === null) return { outcome: 'unreadable', ...withoutBalance };
    const outcome = isBalanceEnough(account.balance, ctx.config.access) ? 'enough' : 'low';
    return { outcome, answeredAt: new Date(account.answeredAt), atLeastMs: 0 };
  } catch (error) {
    if (!(error instanceof BrokerUnavailable)) throw error;
    return { outcome: 'unavailable', answeredAt: null, atLeastMs: error.retryAfterS * 1000 };
  }
}

async function finishClaim(ctx: TradersContext, check: CheckRow, account: TraderAccount, byItself: boolean) {
  const { minBalance } = ctx.config.access;
  const content = { kind: 'id_confirmed', traderId: check.traderId, next: getNext(ctx, account), minBalance } as const;
  const notify = (tx: Transaction) => notifyClaimant(ctx, tx, check.userId, content);
  try {
    await confirmTrader(ctx, check.userId, account, byItself ? notify : undefined);
    return 'confirmed';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code === 'trader_taken' ? 'taken' : 'refused';
  }
}

/** What the user of a confirmed trader can do; null: nothing, or the balance is not known. */
function getNext({ config }: TradersContext, { balance, isSelfExcluded }: TraderAccount): 'signals' | 'top_up' | null {
  if (isSelfExcluded || balance === null) return null;
  return isBalanceEnough(balance, config.access) ? 'signals' : 'top_up';
}

/**
 * Assigns a trader known to the broker to the user; rejected while another user holds it by a claim
 * that has not lapsed, unless this user is proven to be its owner. `also`: additional writes for the
 * transaction that assigns the trader.
 */
async function confirmTrader(
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
