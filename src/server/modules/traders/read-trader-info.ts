import type { TraderInfo } from '#contract/traders.ts';
import { toInstantOrNull } from '#contract/wire.ts';
import { type AccessRules, isBalanceEnough, isVipBalance } from '#domain/accounts/access.ts';
import { shownBalance } from '#domain/accounts/trader-claim.ts';
import { apiError, ApiError } from '#server/http/api-error.ts';
import type { Broker } from '#server/integrations/broker/broker.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { CountTraderCheck } from './check/check-trader.ts';
import { getTrader } from './check/get-trader.ts';
import type { SaveAnswer } from './check/save-answer.ts';
import { isTraderTaken } from './traders.repository.ts';

interface ReadTraderInfoDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly broker: Broker;
  readonly saveAnswer: SaveAnswer;
  readonly countCheck: CountTraderCheck;
  readonly rules: AccessRules;
}

export function createReadTraderInfo(needs: ReadTraderInfoDependencies) {
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
