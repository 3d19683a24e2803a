import type { User } from '#contract/accounts.ts';
import { traderPaths } from '#contract/paths.ts';
import type { BrokerLinks, OwnTrades, TraderCheck } from '#contract/traders.ts';
import { getJson } from '../request.ts';

export const claimTrader = async (referralId: string): Promise<User> =>
  (await getJson<{ user: User }>(traderPaths.referralId, { method: 'POST', body: { referralId } })).user;

export const getTraderCheck = (): Promise<TraderCheck> => getJson(traderPaths.check);

/** Queries the broker at once; the response contains its answer. */
export const startTraderCheck = (): Promise<TraderCheck> => getJson(traderPaths.check, { method: 'POST' });

export const getBrokerLinks = (): Promise<BrokerLinks> => getJson(traderPaths.links);

export const getOwnTrades = (): Promise<OwnTrades> => getJson(traderPaths.trades);
