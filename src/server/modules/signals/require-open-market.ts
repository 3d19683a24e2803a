import { toInstant } from '#contract/wire.ts';
import type { MarketClock } from '#domain/time.ts';
import type { Duration } from '#domain/market/duration.ts';
import { isOpenThroughout, marketState, type TradingHours } from '#domain/market/trading-hours.ts';
import { latestExpiry } from '#domain/signals/entry-window.ts';
import { apiError } from '#server/http/api-error.ts';

interface MarketHours {
  readonly hours: TradingHours;
  readonly clock: MarketClock;
}

/** Whether a signal issued now would expire in an open market. */
const isOpenFor = ({ hours, clock }: MarketHours, duration: Duration): boolean => {
  const now = clock.now();
  return isOpenThroughout(hours, now, latestExpiry(now, duration));
};

/** Those of the durations after which the market is still open; throws when it is open after none. */
export type RequireOpenMarket = <One extends Duration>(durations: readonly One[]) => readonly One[];

export const createRequireOpenMarket =
  ({ hours, clock }: MarketHours): RequireOpenMarket =>
  (durations) => {
    const open = durations.filter((duration) => isOpenFor({ hours, clock }, duration));
    if (open.length > 0) return open;
    const now = clock.now();
    const { nextOpen } = marketState(hours, now);
    throw apiError('market_closed', { details: { nextOpen: nextOpen === null ? null : toInstant(nextOpen) } });
  };
