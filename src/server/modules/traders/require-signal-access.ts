import type { FastifyBaseLogger } from 'fastify';
import {
  type AccessRules,
  isBalanceStale,
  isVipBalance,
  refusalOfSignals,
  refusalOfVip,
  type Trader,
} from '#domain/access.ts';
import type { AiModelKey } from '#domain/ai-model.ts';
import type { Clock } from '#domain/clock.ts';
import { limits } from '#domain/limits.ts';
import { problem } from '#server/http/problem.ts';
import { type Broker, BrokerUnavailable } from '#server/integrations/broker/broker.ts';
import type { UserRow } from '#server/modules/accounts/accounts.repository.ts';
import { createAskBroker } from './ask-broker.ts';
import type { KeepAnswer } from './keep-answer.ts';

/** Throws the first refusal in the contract's order; a balance older than a day is asked of the broker anew. */
export type RequireSignalAccess = (user: UserRow, model?: AiModelKey) => Promise<SignalAccess>;

export interface SignalAccess {
  /** Whether the VIP model is open to the user as well. */
  readonly isVipOpen: boolean;
}

interface Needs {
  readonly broker: Broker;
  readonly keepAnswer: KeepAnswer;
  readonly rules: AccessRules;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

export const createRequireSignalAccess = ({ broker, keepAnswer, rules, clock, log }: Needs): RequireSignalAccess => {
  const askBroker = createAskBroker(broker);

  const askAnew = async (user: UserRow, traderId: string): Promise<UserRow> => {
    const account = await askBroker(traderId);
    if (!account) throw problem('trader_not_found');
    const known = (await keepAnswer(user.id, account)) ?? user;
    // A balance in a form that cannot be trusted is none: never 0, never good enough.
    if (isBalanceStale(traderOf(known), clock.now()) && !known.isSelfExcluded)
      throw problem('broker_unavailable', { retryAfterS: 60 });
    return known;
  };
  /** Nobody waits for it: the last good balance holds, and what has changed counts from the next call on. */
  const askAside = (user: UserRow, traderId: string): void => {
    broker
      .findTrader(traderId, { isBackground: true })
      .then((account) => account && keepAnswer(user.id, account))
      .catch((fault: unknown) => {
        if (!(fault instanceof BrokerUnavailable)) log.error({ err: fault }, 'a balance could not be kept');
      });
  };
  const known = async (user: UserRow): Promise<UserRow> => {
    const { referralId, balanceCheckedAt } = user;
    if (!user.isActivated || referralId === null) return user;
    if (isBalanceStale(traderOf(user), clock.now())) return askAnew(user, referralId);
    const ageMs = clock.now() - (balanceCheckedAt?.getTime() ?? 0);
    if (ageMs > limits.balanceRefreshAfterMs) askAside(user, referralId);
    return user;
  };

  return async (user, model) => {
    const { balance, ...trader } = traderOf(await known(user));
    const isVip = model === 'vip';
    const refusal = isVip
      ? refusalOfVip({ ...trader, balance }, rules, clock.now())
      : refusalOfSignals({ ...trader, balance }, rules);
    if (!refusal) return { isVipOpen: isVipBalance(balance, rules, clock.now()) };
    const minBalance = refusal === 'vip_balance_required' ? rules.vipBalance : rules.minBalance;
    const isAboutMoney = refusal === 'balance_too_low' || refusal === 'vip_balance_required';
    throw problem(refusal, isAboutMoney ? aboutMoney({ balance, minBalance }) : {});
  };
};

/** Whether signal access stands without a question to the broker: a stale balance gives none until it is checked. */
export const createMayReadPrices =
  ({ rules, clock }: Pick<Needs, 'rules' | 'clock'>) =>
  (user: UserRow): boolean => {
    const trader = traderOf(user);
    const isThere = !user.isBlocked && user.deletedAt === null;
    return isThere && refusalOfSignals(trader, rules) === null && !isBalanceStale(trader, clock.now());
  };

const aboutMoney = (details: { balance: number | null; minBalance: number }) => ({
  details,
  params: { balance: amountOf(details.balance ?? 0), minBalance: amountOf(details.minBalance) },
});

/** As on screen: cents only where there are some. */
const amountOf = (dollars: number): string => (Number.isInteger(dollars) ? String(dollars) : dollars.toFixed(2));

const traderOf = (user: UserRow): Trader => ({
  isActivated: user.isActivated,
  referralId: user.referralId,
  balance: user.balance,
  balanceCheckedAt: user.balanceCheckedAt?.getTime() ?? null,
  isSelfExcluded: user.isSelfExcluded,
});
