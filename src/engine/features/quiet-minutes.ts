/**
 * Up to this many minutes in a row without a tick are a quiet market: the windows count bars and pass over them. More is
 * a break of the feed or a closed market; the windows start anew, and nothing is said until they hold no gap (promise 3).
 */
export const quietMinutes = 5;
