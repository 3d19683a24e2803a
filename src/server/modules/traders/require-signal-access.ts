import type { FastifyBaseLogger } from 'fastify';
import {
  type AccessRules,
  isBalanceStale,
  isVipBalance,
  signalAccessError,
  vipAccessError,
  type Trader,
} from '#domain/accounts/access.ts';
import { shownBalance } from '#domain/accounts/trader-claim.ts';
import type { WallClock } from '#domain/time.ts';
import { limits } from '#domain/signals/limits.ts';
import { apiError } from '#server/http/api-error.ts';
import { type Broker, BrokerUnavailable } from '#server/integrations/broker/broker.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { getTrader } from './check/get-trader.ts';
import type { SaveAnswer } from './check/save-answer.ts';
import type { MayReadPrices, MayUseVip, RequireSignalAccess } from './traders.api.ts';

interface RequireSignalAccessDependencies {
  readonly broker: Broker;
  readonly saveAnswer: SaveAnswer;
  readonly rules: AccessRules;
  readonly clock: WallClock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

export const createRequireSignalAccess = ({
  broker,
  saveAnswer,
  rules,
  clock,
  log,
}: RequireSignalAccessDependencies): RequireSignalAccess => {
  const refreshNow = async (user: User, traderId: string): Promise<User> => {
    const account = await getTrader(broker, traderId);
    const known = (await saveAnswer(user.id, account)) ?? user;
    // A balance in an untrusted format counts as unknown: never as 0, never as sufficient.
    if (isBalanceStale(toTrader(known), clock.now()) && !known.isSelfExcluded)
      throw apiError('broker_unavailable', { retryAfterS: 60 });
    return known;
  };
  /**
   * Not awaited: the last known balance applies now, and a change takes effect from the next call
   * on.
   */
  const refreshInBackground = (user: User, traderId: string): void => {
    broker
      .findTrader(traderId, { isBackground: true })
      .then((account) => account && saveAnswer(user.id, account))
      .catch((error: unknown) => {
        if (!(error instanceof BrokerUnavailable)) log.error({ err: error }, 'saving a balance failed');
      });
  };
  const known = async (user: User): Promise<User> => {
    const { referralId, balanceCheckedAt } = user;
    if (!user.isActivated || referralId === null) return user;
    if (isBalanceStale(toTrader(user), clock.now())) return refreshNow(user, referralId);
    const ageMs = clock.now() - (balanceCheckedAt?.getTime() ?? 0);
    if (ageMs > limits.balanceRefreshAfterMs) refreshInBackground(user, referralId);
    return user;
  };

  return async (user, model) => {
    const owner = await known(user);
    const { balance, ...trader } = toTrader(owner);
    const isVip = model === 'vip';
    const rejection = isVip
      ? vipAccessError({ ...trader, balance }, rules, clock.now())
      : signalAccessError({ ...trader, balance }, rules);
    if (!rejection) return { isVipOpen: isVipBalance(balance, rules, clock.now()) };
    const minBalance = rejection === 'vip_balance_required' ? rules.vipBalance : rules.minBalance;
    const isAboutMoney = rejection === 'balance_too_low' || rejection === 'vip_balance_required';
    throw apiError(rejection, isAboutMoney ? aboutMoney(rejection, { balance: shownBalance(owner), minBalance }) : {});
  };
};

export const createMayReadPrices =
  ({ rules, clock }: Pick<RequireSignalAccessDependencies, 'rules' | 'clock'>): MayReadPrices =>
  (user) => {
    const trader = toTrader(user);
    const isThere = !user.isBlocked && user.deletedAt === null;
    return isThere && signalAccessError(trader, rules) === null && !isBalanceStale(trader, clock.now());
  };

export const createMayUseVip =
  ({ rules, clock }: Pick<RequireSignalAccessDependencies, 'rules' | 'clock'>): MayUseVip =>
  ({ balance }) =>
    isVipBalance(balance, rules, clock.now());

type AboutMoney = 'balance_too_low' | 'vip_balance_required';

const aboutMoney = (code: AboutMoney, details: { balance: number | null; minBalance: number }) => ({
  details,
  ...(code === 'vip_balance_required' && details.balance === null && { phrase: 'vip_balance_hidden' as const }),
  params: { balance: toAmount(details.balance ?? 0), minBalance: toAmount(details.minBalance) },
});

/** Same as on screen: cents only when not zero. */
const toAmount = (dollars: number): string => (Number.isInteger(dollars) ? String(dollars) : dollars.toFixed(2));

const toTrader = (user: User): Trader => ({
  isActivated: user.isActivated,
  referralId: user.referralId,
  balance: user.balance,
  balanceCheckedAt: user.balanceCheckedAt?.getTime() ?? null,
  isSelfExcluded: user.isSelfExcluded,
});
