import type { Clock } from '#domain/clock.ts';
import { limits } from '#domain/signals/limits.ts';
import { isMarketOpen, type TradingHours } from '#domain/market/trading-hours.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { ReadinessCheck } from '#server/http/check-readiness.ts';
import { delayOf } from '#server/live/delay-of.ts';

interface Needs {
  readonly market: MarketView;
  readonly hours: TradingHours;
  /** Market clock. */
  readonly clock: Clock;
}

/** The feed must be connected; the age of its prices counts only while the market is open. */
export const createFeedReadiness = ({ market, hours, clock }: Needs): ReadinessCheck => ({
  name: 'feed',
  check: async () => {
    if (!market.feedState().connected) return 'down';
    const now = clock.now();
    if (!isMarketOpen(hours, now)) return 'ok';
    const delay = delayOf(market, now);
    return delay !== null && delay <= limits.priceMaxAgeMs ? 'ok' : 'degraded';
  },
});
