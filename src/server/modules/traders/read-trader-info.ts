import type { TraderInfo } from '#contract/traders.ts';
import { toInstantOrNull } from '#contract/wire.ts';
import { isBalanceEnough, isVipBalance } from '#domain/accounts/access.ts';
import { shownBalance } from '#domain/accounts/trader-claim.ts';
import { apiError, ApiError } from '#server/http/api-error.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { getTrader } from './check/get-trader.ts';
import { isTraderTaken } from './traders.repository.ts';
import type { TraderParts } from './trader-parts.ts';

export function createReadTraderInfo(needs: TraderParts) {
  const { broker, rules } = needs;
  const { minBalance, vipBalance } = rules;

  const ownInfo = (user: User): TraderInfo => ({
    id: user.referralId ?? '',
    found: true,
    confirmed: true,
    balance: shownBalance(user),
    currency: 'USD',
    isBalanceValid: isBalanceEnough(user.balance, rules),
    isVip: isVipBalance(user.balance, rules, needs.clock.now()),
    minBalance,
    vipBalance,
    checkedAt: toInstantOrNull(user.balanceCheckedAt),
  });

  /**
   * Without an explicit refresh, an unavailable broker yields the last known balance with its age.
   */
  const readOwn = async (user: User, traderId: string, refresh: boolean): Promise<TraderInfo> => {
    if (refresh) await needs.countCheck(user.id);
    try {
      const account = await getTrader(broker, traderId, { fresh: refresh });
      return ownInfo((await needs.saveAnswer(user.id, account)) ?? user);
    } catch (error) {
      const isUnavailable = error instanceof ApiError && error.code === 'broker_unavailable';
      if (refresh || !isUnavailable || user.balance === null) throw error;
      return ownInfo(user);
    }
  };

  /** Another user's trader is reported as non-existent, after the same query to the broker. */
  const readOther = async (user: User, traderId: string, refresh: boolean): Promise<TraderInfo> => {
    await needs.countCheck(user.id);
    await getTrader(broker, traderId, { fresh: refresh });
    if (await isTraderTaken(needs.db, traderId)) throw apiError('trader_not_found');
    const unknownFigures = { balance: null, currency: null, isBalanceValid: null, isVip: null, checkedAt: null };
    return { id: traderId, found: true, confirmed: false, ...unknownFigures, minBalance, vipBalance };
  };

  return async (user: User, traderId: string, { refresh }: { readonly refresh: boolean }): Promise<TraderInfo> => {
    if (!user.isActivated) throw apiError('email_not_activated');
    return traderId === user.referralId ? readOwn(user, traderId, refresh) : readOther(user, traderId, refresh);
  };
}
