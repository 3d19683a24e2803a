import type { SystemState } from '#contract/admin-system.ts';
import { limits } from '#domain/signals/limits.ts';
import { isMarketOpen, type TradingHours } from '#domain/market/trading-hours.ts';
import type { LiveEngine } from '#server/live/live-engine.ts';
import { delayOf } from '#server/live/delay-of.ts';

export type WatchedEngine = Pick<LiveEngine, 'feed' | 'feedState' | 'lastTick' | 'counts'>;

/** State of the feed at `now`, milliseconds of market time. */
export function readFeedState(engine: WatchedEngine, hours: TradingHours, now: number): SystemState['feed'] {
  const { kind, isLive, symbols } = engine.feed;
  const { accepted, held: _stillUndecided, ...dropped } = engine.counts();
  const isFresh = (symbol: string): boolean => {
    const tick = engine.lastTick(symbol);
    return tick !== null && now - tick.time <= limits.signalPriceMaxAgeMs;
  };
  return {
    kind,
    isLive,
    isConnected: engine.feedState().connected,
    isMarketOpen: isMarketOpen(hours, now),
    delayMs: delayOf(engine, now),
    pairs: symbols.length,
    freshPairs: symbols.filter(isFresh).length,
    accepted,
    dropped: Object.values(dropped).reduce((sum, count) => sum + count, 0),
  };
}
