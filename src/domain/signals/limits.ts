import { dayMs } from '../time.ts';

/** Business constants. Durations in milliseconds unless the name says otherwise. */
export const limits = {
  /** A forecast may be taken until the next bar has closed and been judged: a minute and the moment that takes. */
  forecastOpenMs: 65_000,
  /** A minute's forecasts stand in the record this soon, or not at all: the shortest of them takes two minutes. */
  shadowStatedWithinMs: 60_000,
  /** The first tick at or after issue must arrive within this, else the signal is void. */
  entryWindowMs: 5_000,
  /** The closing tick may be this much older than expiry, else the signal is void. */
  closingTickMaxAgeMs: 5_000,
  /** No signal on a price older than this. */
  signalPriceMaxAgeMs: 5_000,
  /** A price is answered until it is this old; then the feed is stale. */
  priceMaxAgeMs: 10_000,
  /** The repeated-symbol window of the specification. */
  previousSignalWindowMs: 1_200_000,
  /** So long after its expiry a loss may be chased. */
  chaseWindowMs: 300_000,
  /** A balance counts as checked for a day. */
  balanceMaxAgeMs: dayMs,
  /** An older one is asked for again in passing, so that a limit set at the broker is known soon. */
  balanceRefreshAfterMs: 300_000,
  signalsPerMinute: 30,
  maxBodyBytes: 65_536,
} as const;
