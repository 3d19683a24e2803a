import type { User } from '#contract/accounts.ts';
import { BrokerLinks, ReferralIdAnswer, TraderCheck, traderPaths } from '#contract/traders.ts';
import { call } from './call.ts';

export const claimTrader = async (referralId: string): Promise<User> =>
  (await call(traderPaths.referralId, ReferralIdAnswer, { method: 'POST', body: { referralId } })).user;

export const getTraderCheck = (): Promise<TraderCheck> => call(traderPaths.check, TraderCheck);

/** Asks the broker at once; what it said is in the answer. */
export const startTraderCheck = (): Promise<TraderCheck> => call(traderPaths.check, TraderCheck, { method: 'POST' });

export const getBrokerLinks = (): Promise<BrokerLinks> => call(traderPaths.links, BrokerLinks);
