import type { OwnTrade, OwnTrades } from '#contract/traders.ts';
import { toInstant } from '#contract/wire.ts';
import type { WallClock } from '#domain/clock.ts';
import type { BrokerTrade } from '#domain/contest/broker-trade.ts';
import { dayMs } from '#domain/time.ts';
import type { TradeList } from '#server/integrations/broker/broker.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { orBrokerUnavailable } from './check/get-trader.ts';

const periodMs = 30 * dayMs;

/** Only for a proven owner, because anybody may enter the id of somebody else's trader. */
export const createReadOwnTrades =
  ({ tradeList, clock }: { readonly tradeList: TradeList | null; readonly clock: WallClock }) =>
  async ({ referralId, referralProof }: Pick<User, 'referralId' | 'referralProof'>): Promise<OwnTrades> => {
    if (tradeList === null || referralId === null || referralProof === null) return { isReported: false, items: [] };
    const trades = await orBrokerUnavailable(tradeList.listTrades(referralId, clock.now() - periodMs));
    return { isReported: trades !== null, items: (trades ?? []).map(toDto) };
  };

const toDto = ({ id, symbol, direction, duration, stake, profit, openedAt, closesAt }: BrokerTrade): OwnTrade => ({
  id,
  symbol,
  direction,
  duration,
  stake,
  profit,
  openedAt: toInstant(openedAt),
  closesAt: toInstant(closesAt),
});
