import type { MarketClock, WallClock } from '#domain/time.ts';

interface Options<Answer, Key> {
  readonly clock: WallClock | MarketClock;
  /** How long an answer is cached, in milliseconds; infinity: for as long as the process runs. */
  readonly ms: number;
  readonly read: (key: Key) => Promise<Answer>;
}

/**
 * Shares one read between all callers with the same key within `ms`; another key or an error causes
 * a new read.
 */
export function cacheAnswer<Answer, Key = void>({
  clock,
  ms,
  read,
}: Options<Answer, Key>): (key: Key) => Promise<Answer> {
  let cached: { readonly key: Key; readonly at: number; readonly answer: Promise<Answer> } | null = null;
  return (key) => {
    const now = clock.now();
    if (cached && cached.key === key && Math.abs(now - cached.at) < ms) return cached.answer;
    const answer = read(key);
    cached = { key, at: now, answer };
    answer.catch(() => {
      if (cached?.answer === answer) cached = null;
    });
    return answer;
  };
}
