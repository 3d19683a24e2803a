import {
  type AccessRules,
  isBalanceStale,
  isVipBalance,
  signalAccessError,
  type Trader,
  vipAccessError,
} from '#domain/accounts/access.ts';
import { shownBalance } from '#domain/accounts/trader-claim.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { apiError } from '#server/http/api-error.ts';
import { toAmount } from '#server/http/phrase-values.ts';
import { BrokerUnavailable } from '#server/integrations/broker/broker.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { getTrader, saveAnswer } from './broker-answer.ts';
import type { TradersContext } from './traders-context.ts';
import type { SignalAccess } from './traders.api.ts';

/**
 * Throws the first applicable of `signalAccessErrors` in the order of the contract, or for a VIP
 * model `vip_balance_required`; a balance that is too old is refreshed from the broker first.
 */
export async function requireSignalAccess(ctx: TradersContext, user: User, model?: AiModelKey): Promise<SignalAccess> {
  const { clock } = ctx;
  const rules = ctx.config.access;
  const owner = await withKnownBalance(ctx, user);
  const { balance, ...trader } = toTrader(owner);
  const rejection =
    model === 'vip'
      ? vipAccessError({ ...trader, balance }, rules, clock.now())
      : signalAccessError({ ...trader, balance }, rules);
  if (!rejection) return { isVipOpen: isVipBalance(balance, rules, clock.now()) };
  const minBalance = rejection === 'vip_balance_required' ? rules.vipBalance : rules.minBalance;
  const isAboutMoney = rejection === 'balance_too_low' || rejection === 'vip_balance_required';
  throw apiError(rejection, isAboutMoney ? aboutMoney(rejection, { balance: shownBalance(owner), minBalance }) : {});
}

async function withKnownBalance(ctx: TradersContext, user: User): Promise<User> {
  const { referralId, balanceCheckedAt } = user;
  if (!user.isActivated || referralId === null) return user;
  if (isBalanceStale(toTrader(user), ctx.config.access, ctx.clock.now())) return refreshNow(ctx, user, referralId);
  const ageMs = ctx.clock.now() - (balanceCheckedAt?.getTime() ?? 0);
  if (ageMs > signalLimits.balanceRefreshAfterMs) refreshInBackground(ctx, user, referralId);
  return user;
}

async function refreshNow(ctx: TradersContext, user: User, traderId: string): Promise<User> {
  const account = await getTrader(ctx, traderId);
  const known = (await saveAnswer(ctx, user.id, account)) ?? user;
  // A balance in an untrusted format counts as unknown: never as 0, never as sufficient.
  if (isBalanceStale(toTrader(known), ctx.config.access, ctx.clock.now()) && !known.isSelfExcluded)
    throw apiError('broker_unavailable', {
      retryAfterS: 60,
      ...(ctx.config.broker.kind === 'manual' && { phrase: 'balance_list_old' as const }),
    });
  return known;
}

/** Not awaited: the last known balance applies now, and a change takes effect from the next call on. */
function refreshInBackground(ctx: TradersContext, user: User, traderId: string): void {
  ctx.broker
    .findTrader(traderId, { isBackground: true })
    .then((account) => account && saveAnswer(ctx, user.id, account))
    .catch((error: unknown) => {
      if (!(error instanceof BrokerUnavailable)) ctx.log.error({ err: error }, 'saving a balance failed');
    });
}

/**
 * Whether the user has signal access without a request to the broker; a stale balance gives none
 * until it is checked.
 */
export function mayReadPrices(rules: AccessRules, now: number, user: User): boolean {
  const trader = toTrader(user);
  const isThere = !user.isBlocked && user.deletedAt === null;
  return isThere && signalAccessError(trader, rules) === null && !isBalanceStale(trader, rules, now);
}

type AboutMoney = 'balance_too_low' | 'vip_balance_required';

const aboutMoney = (code: AboutMoney, details: { balance: number | null; minBalance: number }) => ({
  details,
  ...(code === 'vip_balance_required' && details.balance === null && { phrase: 'vip_balance_hidden' as const }),
  params: { balance: toAmount(details.balance ?? 0), minBalance: toAmount(details.minBalance) },
});

const toTrader = (user: User): Trader => ({
  isActivated: user.isActivated,
  referralId: user.referralId,
  balance: user.balance,
  balanceCheckedAt: user.balanceCheckedAt?.getTime() ?? null,
  isSelfExcluded: user.isSelfExcluded,
});
