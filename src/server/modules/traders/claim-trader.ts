import { createHash, timingSafeEqual } from 'node:crypto';
import { isBalanceEnough } from '#domain/accounts/access.ts';
import { inTransaction, type Transaction } from '#server/database/connection.ts';
import { apiError, ApiError } from '#server/http/api-error.ts';
import { BrokerUnavailable, type TraderAccount } from '#server/integrations/broker/broker.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { confirmTrader } from './confirm-trader.ts';
import { countBrokerQuery, orBrokerUnavailable } from './get-trader.ts';
import { readLinkState } from './link-state.ts';
import { notifyClaimant } from './release-trader.ts';
import { saveAnswer } from './save-answer.ts';
import { addTakenClaim, advanceCheck, beginCheck, type Step } from './trader-check.ts';
import type { TradersContext } from './traders-context.ts';
import { type CheckRow, endRunningCheck, findRunningCheck, updateOpenedTrader } from './traders.repository.ts';

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
    if (isOurs && byItself && kind) await notifyClaimant(ctx, tx, check, kind);
  });
}

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
  const notify = (tx: Transaction) => notifyClaimant(ctx, tx, check, 'id_confirmed');
  try {
    await confirmTrader(ctx, check.userId, account, byItself ? notify : undefined);
    return 'confirmed';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code === 'trader_taken' ? 'taken' : 'refused';
  }
}

/**
 * The broker's server reports an account that was opened through the link of one of our users: it
 * is that user's own. Only the broker knows the key.
 */
export async function recordRegistration(
  ctx: TradersContext,
  { key, traderId, state }: { readonly key: string; readonly traderId: string; readonly state: string },
): Promise<void> {
  if (ctx.postbackKey === null || !isSame(key, ctx.postbackKey)) throw apiError('forbidden');
  const userId = readLinkState(ctx, state);
  // Somebody else's link, or an expired one: repeating the report would not change that.
  if (userId === null) return;
  await updateOpenedTrader(ctx.db, userId, traderId);
  ctx.accounts.invalidateUser(userId);
}

const isSame = (a: string, b: string): boolean => timingSafeEqual(computeDigest(a), computeDigest(b));

const computeDigest = (text: string): Buffer => createHash('sha256').update(text).digest();
