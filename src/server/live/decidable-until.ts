import type { MarketClock } from '#domain/clock.ts';

/** How far a feed has come. */
export interface FeedProgress {
  /** Time of the newest tick of any pair, milliseconds UTC. */
  readonly feedTime: () => number;
  /** Whether no tick has been received for five real seconds, counted by timers. */
  readonly isSilent: () => boolean;
}

interface DecidableUntilDependencies extends FeedProgress {
  readonly clock: MarketClock;
  /** Max wait for a silent feed, in market time. */
  readonly timeoutMs: number;
}

/**
 * A tick from before an instant may still be in flight when the clock shows it: wait this much
 * market time for it.
 */
const inFlightMs = 1_000;

/**
 * Until when every tick that counts is known, milliseconds of market time. While the feed speaks,
 * its own time decides: a wall clock that jumps ahead expires nothing early, one that jumps back only
 * delays. Once the feed is silent, the clock alone decides.
 */
export const decidableUntil = ({ clock, feedTime, isSilent, timeoutMs }: DecidableUntilDependencies): number => {
  const now = clock.now();
  const known = Math.min(now - inFlightMs, feedTime());
  return isSilent() ? Math.max(known, now - timeoutMs) : known;
};
