import { toInstant } from '#contract/wire.ts';
import type { Clock } from '#domain/clock.ts';
import { type Duration, durationMs } from '#domain/market/duration.ts';
import { limits } from '#domain/signals/limits.ts';
import { isOpenThroughout, marketState, type TradingHours } from '#domain/market/trading-hours.ts';
import { apiError } from '#server/http/api-error.ts';

/** Throws for a signal that would expire in a closed market. */
export type RequireOpenMarket = (duration: Duration) => void;

export const createRequireOpenMarket =
  ({ hours, clock }: { hours: TradingHours; clock: Clock }): RequireOpenMarket =>
  (duration) => {
    const now = clock.now();
    const latestExpiry = now + limits.entryWindowMs + durationMs(duration);
    if (isOpenThroughout(hours, now, latestExpiry)) return;
    const { nextOpen } = marketState(hours, now);
    throw apiError('market_closed', { details: { nextOpen: nextOpen === null ? null : toInstant(nextOpen) } });
  };
