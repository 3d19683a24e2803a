import type { TraderCheck, TraderInfo } from '#contract/traders.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { isBalanceEnough, isVipBalance } from '#domain/accounts/access.ts';
import { shownBalance } from '#domain/accounts/trader-claim.ts';
import { apiError, ApiError } from '#server/http/api-error.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { countBrokerQuery, getTrader, saveAnswer } from './broker-answer.ts';
import type { TradersContext } from './traders-context.ts';
import { type CheckRow, findNewestCheck, findUser, isTraderTaken } from './traders.repository.ts';

/** The newest check of a user, and what is known of the user since. */
export async function readTraderCheck(ctx: TradersContext, userId: string): Promise<TraderCheck> {
  const { db, clock } = ctx;
  const rules = ctx.config.access;
  const check = await findNewestCheck(db, userId);
  // Read after the check, so that the user row contains the effects of a check that has ended.
  const user = await findUser(db, userId);
  if (!user) throw apiError('unauthenticated');
  const { balance, isSelfExcluded } = user;
  const isKnown = user.referralId !== null && balance !== null;
  return {
    check: check ? toCheckDto(check) : null,
    user: ctx.accounts.toUserDto(user),
    isBalanceValid: isKnown ? isBalanceEnough(balance, rules) : null,
    isVip: isKnown ? isVipBalance(balance, rules, clock.now()) : null,
    isSelfExcluded,
    minBalance: rules.minBalance,
    vipBalance: rules.vipBalance,
    balanceHoldsMs: rules.balanceHoldsMs,
  };
}

const toCheckDto = ({ kind, traderId, state, startedAt, answeredAt, attempts, nextAt, reason }: CheckRow) => ({
  kind,
  traderId,
  state,
  startedAt: toInstant(startedAt.getTime()),
  answeredAt: toInstantOrNull(answeredAt),
  attempts,
  nextAt: toInstantOrNull(nextAt),
  reason,
});

/** `refresh`: queries the broker whatever is cached, and its error is the answer. */
export async function readTraderInfo(
  ctx: TradersContext,
  user: User,
  traderId: string,
  { refresh }: { readonly refresh: boolean },
): Promise<TraderInfo> {
  if (!user.isActivated) throw apiError('email_not_activated');
  return traderId === user.referralId ? readOwn(ctx, user, refresh) : readOther(ctx, user, traderId, refresh);
}

/** Without an explicit refresh, an unavailable broker yields the last known balance with its age. */
async function readOwn(ctx: TradersContext, user: User, refresh: boolean): Promise<TraderInfo> {
  if (refresh) await countBrokerQuery(ctx, user.id);
  try {
    const account = await getTrader(ctx, user.referralId ?? '', { fresh: refresh });
    return ownInfo(ctx, (await saveAnswer(ctx, user.id, account)) ?? user);
  } catch (error) {
    const isUnavailable = error instanceof ApiError && error.code === 'broker_unavailable';
    if (refresh || !isUnavailable || user.balance === null) throw error;
    return ownInfo(ctx, user);
  }
}

const ownInfo = ({ config, clock }: TradersContext, user: User): TraderInfo => ({
  id: user.referralId ?? '',
  found: true,
  confirmed: true,
  balance: shownBalance(user),
  currency: 'USD',
  isBalanceValid: isBalanceEnough(user.balance, config.access),
  isVip: isVipBalance(user.balance, config.access, clock.now()),
  minBalance: config.access.minBalance,
  vipBalance: config.access.vipBalance,
  checkedAt: toInstantOrNull(user.balanceCheckedAt),
});

/** Another user's trader is reported as non-existent, after the same query to the broker. */
async function readOther(ctx: TradersContext, user: User, traderId: string, refresh: boolean): Promise<TraderInfo> {
  await countBrokerQuery(ctx, user.id);
  await getTrader(ctx, traderId, { fresh: refresh });
  if (await isTraderTaken(ctx.db, traderId)) throw apiError('trader_not_found');
  const { minBalance, vipBalance } = ctx.config.access;
  const unknownFigures = { balance: null, currency: null, isBalanceValid: null, isVip: null, checkedAt: null };
  return { id: traderId, found: true, confirmed: false, ...unknownFigures, minBalance, vipBalance };
}
