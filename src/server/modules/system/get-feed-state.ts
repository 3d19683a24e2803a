import type { SystemState } from '#contract/admin/system.ts';
import { isMarketOpen, type TradingHours } from '#domain/market/trading-hours.ts';
import { getDelay, isFresh, type MarketView } from '#server/live/market-view.ts';

export type WatchedMarket = Pick<MarketView, 'feed' | 'feedState' | 'lastTick' | 'counts'>;

/** State of the feed at `now`, milliseconds of market time. */
export function getFeedState(market: WatchedMarket, hours: TradingHours, now: number): SystemState['feed'] {
  const { kind, isLive, symbols } = market.feed;
  const { accepted, held: _stillUndecided, ...dropped } = market.counts();
  return {
    kind,
    isLive,
    isConnected: market.feedState().connected,
    isMarketOpen: isMarketOpen(hours, now),
    delayMs: getDelay(market, now),
    pairs: symbols.length,
    notOffered: [...(market.feed.notOffered ?? [])],
    freshPairs: symbols.filter((symbol) => isFresh(market, symbol, now)).length,
    accepted,
    dropped: Object.values(dropped).reduce((sum, count) => sum + count, 0),
  };
}
