import { type AccessRules, isBalanceStale, refusalOfSignals, refusalOfVip, type Trader } from '#domain/access.ts';
import type { AiModelKey } from '#domain/ai-model.ts';
import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { problem } from '#server/http/problem.ts';
import type { Broker } from '#server/integrations/broker/broker.ts';
import { updateBalance, type UserRow } from './accounts.repository.ts';
import type { Sessions } from './sessions.ts';

/** Throws the first refusal in the contract's order; a balance older than a day is asked of the broker anew. */
export type RequireSignalAccess = (user: UserRow, model?: AiModelKey) => Promise<void>;

interface Needs {
  readonly db: Database;
  readonly broker: Broker;
  readonly sessions: Sessions;
  readonly rules: AccessRules;
  readonly clock: Clock;
}

export const createRequireSignalAccess = (needs: Needs): RequireSignalAccess => {
  const refresh = async (user: UserRow): Promise<UserRow> => {
    if (!user.isActivated || user.referralId === null) return user;
    if (!isBalanceStale(traderOf(user), needs.clock.now())) return user;
    const account = await needs.broker.findTrader(user.referralId);
    if (!account) throw problem('trader_not_found');
    const check = {
      balance: account.balance,
      balanceCheckedAt: new Date(needs.clock.now()),
      isSelfExcluded: account.isSelfExcluded,
    };
    await updateBalance(needs.db, user.id, check);
    needs.sessions.forgetUser(user.id);
    return { ...user, ...check };
  };

  return async (user, model) => {
    const fresh = await refresh(user);
    const now = needs.clock.now();
    const refusal =
      model === 'vip'
        ? refusalOfVip(traderOf(fresh), needs.rules, now)
        : refusalOfSignals(traderOf(fresh), needs.rules);
    if (!refusal) return;
    const minBalance = refusal === 'vip_balance_required' ? needs.rules.vipBalance : needs.rules.minBalance;
    const facts = { balance: fresh.balance, minBalance };
    const isAboutMoney = refusal === 'balance_too_low' || refusal === 'vip_balance_required';
    throw problem(refusal, isAboutMoney ? { details: facts, params: wordsOf(facts) } : {});
  };
};

const wordsOf = (facts: { balance: number | null; minBalance: number }) => ({
  balance: String(facts.balance ?? 0),
  minBalance: String(facts.minBalance),
});

const traderOf = (user: UserRow): Trader => ({
  isActivated: user.isActivated,
  referralId: user.referralId,
  balance: user.balance,
  balanceCheckedAt: user.balanceCheckedAt?.getTime() ?? null,
  isSelfExcluded: user.isSelfExcluded,
});
