import { isBalanceEnough } from '#domain/accounts/access.ts';
import { inTransaction } from '#server/database/connection.ts';
import { apiError, ApiError } from '#server/http/api-error.ts';
import { BrokerUnavailable, type TraderAccount } from '#server/integrations/broker/broker.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { countBrokerQuery, getTrader, saveAnswer } from './broker-answer.ts';
import { advanceCheck, beginCheck, type CheckJob, checkQueue, endClaim, type Step } from './trader-check.ts';
import { confirmTrader, notifyClaimant } from './trader-ownership.ts';
import type { TradersContext } from './traders-context.ts';
import { type CheckRow, findCheck, findRunningCheck } from './traders.repository.ts';

/**
 * The user claims a trader id; the broker confirms that it exists and was registered through our
 * referral link. While the broker is unavailable, the claim continues in the background and the user may
 * leave.
 */
export async function claimTrader(ctx: TradersContext, user: User, traderId: string): Promise<User> {
  if (!user.isActivated) throw apiError('email_not_activated');
  if (user.referralId === traderId) return user;
  if (user.referralId !== null) throw apiError('already_confirmed');
  await countBrokerQuery(ctx, user.id);
  try {
    return await confirmTrader(ctx, user.id, await getTrader(ctx, traderId), { byItself: false });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const claim = { userId: user.id, traderId };
    await inTransaction(ctx.db, async ({ tx }) => {
      if (error.code === 'broker_unavailable') await beginCheck(ctx, tx, { kind: 'claim', ...claim }, null);
      if (error.code === 'trader_not_found') await endClaim(ctx, tx, claim, 'unknown');
      if (error.code === 'trader_taken') await endClaim(ctx, tx, claim, 'taken');
    });
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
  const wanted = { userId: user.id, kind, traderId } as const;
  const check = await inTransaction(ctx.db, ({ tx }) => beginCheck(ctx, tx, wanted, null));
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
  const step = { answeredAt: null, atLeastMs: 0, reason: null };
  try {
    const account = await ctx.broker.findTrader(check.traderId, { fresh: true });
    if (!account) return { ...step, outcome: 'unknown' };
    if (check.kind === 'claim') return { ...step, outcome: await finishClaim(ctx, check, account, byItself) };
    await saveAnswer(ctx, check.userId, account);
    if (account.balance === null) return { ...step, outcome: 'unanswered' };
    const outcome = isBalanceEnough(account.balance, ctx.config.access) ? 'enough' : 'low';
    return { ...step, outcome, answeredAt: new Date(account.answeredAt) };
  } catch (error) {
    if (!(error instanceof BrokerUnavailable)) throw error;
    return { ...step, outcome: 'unanswered', atLeastMs: error.retryAfterS * 1000 };
  }
}

async function finishClaim(ctx: TradersContext, check: CheckRow, account: TraderAccount, byItself: boolean) {
  try {
    await confirmTrader(ctx, check.userId, account, { byItself });
    return 'confirmed';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code === 'trader_taken' ? 'taken' : 'refused';
  }
}
