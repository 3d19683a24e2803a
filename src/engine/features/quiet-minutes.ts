/**
 * Up to this many consecutive minutes without a tick are a quiet market: the windows count bars and
 * skip them. More is a break of the feed or a closed market; the windows restart, and nothing is
 * forecast until they hold no gap (promise 3).
 */
export const quietMinutes = 5;
