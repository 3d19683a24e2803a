interface FeedProgress {
  /** Market time. */
  readonly now: number;
  /** Time of the newest tick of any pair. */
  readonly feedTime: number;
  /** Whether no tick has been received for five real seconds, counted by timers. */
  readonly isSilent: boolean;
  /** Of the market, as a multiple of real time. */
  readonly speed: number;
}

/**
 * A tick from before an instant may still be in flight when the clock shows it: wait this much
 * market time for it.
 */
const inFlightMs = 1_000;
/** Real time without a tick after which a feed is silent, and no longer waited for. */
export const silentAfterMs = 5_000;

/**
 * Until when every tick that counts is known; all instants in milliseconds of market time. While the
 * feed speaks, its own time decides: a wall clock that jumps ahead expires nothing early, one that
 * jumps back only delays. Once the feed is silent, the clock alone decides.
 */
export function decidableUntil({ now, feedTime, isSilent, speed }: FeedProgress): number {
  const known = Math.min(now - inFlightMs, feedTime);
  return isSilent ? Math.max(known, now - silentAfterMs * speed) : known;
}
