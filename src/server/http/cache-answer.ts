import type { Clock } from '#domain/clock.ts';

interface Options<Answer, Key> {
  readonly clock: Clock;
  /** How long an answer holds. */
  readonly ms: number;
  readonly read: (key: Key) => Promise<Answer>;
}

/** One read for all who ask for the same within `ms`, however many ask; of another key, and after an error, it is read anew. */
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
