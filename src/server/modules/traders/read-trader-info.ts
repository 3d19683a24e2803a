import type { TraderInfo } from '#contract/traders.ts';
import { toInstant } from '#contract/wire.ts';
import { type AccessRules, isBalanceEnough, isVipBalance } from '#domain/access.ts';
import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { problem, ProblemError } from '#server/http/problem.ts';
import type { Broker } from '#server/integrations/broker/broker.ts';
import type { UserRow } from '#server/modules/accounts/accounts.repository.ts';
import type { CountTraderCheck } from './count-trader-check.ts';
import type { KeepAnswer } from './keep-answer.ts';
import { isTraderTaken } from './traders.repository.ts';

export type ReadTraderInfo = (question: { user: UserRow; traderId: string; refresh: boolean }) => Promise<TraderInfo>;

interface Needs {
  readonly db: Database;
  readonly askBroker: Broker['findTrader'];
  readonly keepAnswer: KeepAnswer;
  readonly countCheck: CountTraderCheck;
  readonly rules: AccessRules;
  readonly clock: Clock;
}

export function createReadTraderInfo(needs: Needs): ReadTraderInfo {
  const { askBroker, rules } = needs;
  const { minBalance, vipBalance } = rules;

  const ownInfo = ({ referralId, balance, balanceCheckedAt }: UserRow): TraderInfo => ({
    id: referralId ?? '',
    found: true,
    confirmed: true,
    balance,
    currency: 'USD',
    isBalanceValid: isBalanceEnough(balance, rules),
    isVip: isVipBalance(balance, rules, needs.clock.now()),
    minBalance,
    vipBalance,
    checkedAt: balanceCheckedAt && toInstant(balanceCheckedAt.getTime()),
  });

  /** Unless asked anew, a broker that is away leaves the last good balance standing, with its age. */
  const readOwn = async (user: UserRow, traderId: string, refresh: boolean): Promise<TraderInfo> => {
    if (refresh) await needs.countCheck(user.id);
    try {
      const account = await askBroker(traderId, { fresh: refresh });
      if (!account) throw problem('trader_not_found');
      return ownInfo((await needs.keepAnswer(user.id, account)) ?? user);
    } catch (fault) {
      const isAway = fault instanceof ProblemError && fault.code === 'broker_unavailable';
      if (refresh || !isAway || user.balance === null) throw fault;
      return ownInfo(user);
    }
  };

  /** Somebody else's trader is answered as one that does not exist, after the same question to the broker. */
  const readOther = async (user: UserRow, traderId: string, refresh: boolean): Promise<TraderInfo> => {
    await needs.countCheck(user.id);
    const account = await askBroker(traderId, { fresh: refresh });
    if (!account || (await isTraderTaken(needs.db, traderId))) throw problem('trader_not_found');
    const untold = { balance: null, currency: null, isBalanceValid: null, isVip: null, checkedAt: null };
    return { id: traderId, found: true, confirmed: false, ...untold, minBalance, vipBalance };
  };

  return async ({ user, traderId, refresh }) => {
    if (!user.isActivated) throw problem('email_not_activated');
    return traderId === user.referralId ? readOwn(user, traderId, refresh) : readOther(user, traderId, refresh);
  };
}
