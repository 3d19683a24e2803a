import type { Clock } from '#domain/clock.ts';
import type { TraderAccount } from '../broker.ts';

/**
 * Recent answers of the broker and requests in flight: one request per id, however many callers.
 */
export interface AnswerCache {
  getOrFetch(
    traderId: string,
    isFresh: boolean,
    getOrFetch: () => Promise<TraderAccount | null>,
  ): Promise<TraderAccount | null>;
}

interface Answer {
  readonly trader: TraderAccount | null;
  readonly at: number;
}

const retentionMs = 300_000;
/** Also how long "no such trader" is cached: a new account appears soon. */
const freshMs = 10_000;
const maxCached = 10_000;

export function createAnswerCache(clock: Clock): AnswerCache {
  const answers = new Map<string, Answer>();
  const pending = new Map<string, Promise<TraderAccount | null>>();

  const cache = (traderId: string, trader: TraderAccount | null): void => {
    answers.delete(traderId);
    if (answers.size >= maxCached) answers.delete(answers.keys().next().value ?? '');
    answers.set(traderId, { trader, at: clock.now() });
  };
  const holds = (answer: Answer, isFresh: boolean): boolean =>
    clock.now() - answer.at < (isFresh || answer.trader === null ? freshMs : retentionMs);

  return {
    getOrFetch: (traderId, isFresh, getOrFetch) => {
      const known = answers.get(traderId);
      if (known && holds(known, isFresh)) return Promise.resolve(known.trader);
      const pendingAnswer = pending.get(traderId);
      if (pendingAnswer) return pendingAnswer;
      const answer = getOrFetch()
        .then((trader) => {
          cache(traderId, trader);
          return trader;
        })
        .finally(() => pending.delete(traderId));
      pending.set(traderId, answer);
      return answer;
    },
  };
}
