import type { Duration } from '../market/duration.ts';

/** Business constants. Durations in milliseconds unless the name states otherwise. */
export const signalLimits = {
  /**
   * A forecast may be taken until the next bar has closed and been evaluated: a minute plus the
   * processing time.
   */
  forecastOpenMs: 65_000,
  /**
   * The first tick at or after issue must arrive within this time, otherwise the signal is void.
   */
  entryTickWithinMs: 5_000,
  /** Max age of the closing tick at expiry; beyond it the signal is void. */
  closingTickMaxAgeMs: 5_000,
  /** Max age of a price on which a signal may be issued. */
  signalPriceMaxAgeMs: 5_000,
  /** Max age of a price that is served; beyond it the feed is stale. */
  priceMaxAgeMs: 10_000,
  /** How long the pair of a signal or an alert is left out of the next one. */
  previousSignalWindowMs: 1_200_000,
  /** How long after its expiry a loss may be chased. */
  chaseWindowMs: 300_000,
  /**
   * A balance older than this is refreshed opportunistically, so that a limit set at the broker is
   * known soon.
   */
  balanceRefreshAfterMs: 300_000,
  signalsPerMinute: 30,
  /** Resets that free their user for another signal; later ones wait for the reset signal's outcome. */
  resetsPerHour: 3,
  maxBodyBytes: 65_536,
} as const;

export const autoRunLimits = {
  /** Consecutive losses after which an auto run stops. */
  stopAfterLosses: { min: 1, max: 20, default: 3 },
  /** Automatic signals per day, counted over all auto runs of the day. */
  dailyLimit: { min: 1, max: 50, default: 10 },
} as const;

/** A chase follows up a loss with the same pair (a martingale), with a max number per chain. */
export const chaseDuration = 2 satisfies Duration;
export const maxChase = 2;
