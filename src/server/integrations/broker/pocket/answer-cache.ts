import type { Clock } from '#domain/clock.ts';
import type { TraderAccount } from '../broker.ts';

/** What the broker said lately, and what it is being asked right now: one question an id, however many ask. */
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
/** Also how long "no such trader" holds: an account opened a moment ago appears soon. */
const freshMs = 10_000;
const maxCached = 10_000;

export function createAnswerCache(clock: Clock): AnswerCache {
  const answers = new Map<string, Answer>();
  const asking = new Map<string, Promise<TraderAccount | null>>();

  const keep = (traderId: string, trader: TraderAccount | null): void => {
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
      const underWay = asking.get(traderId);
      if (underWay) return underWay;
      const answer = getOrFetch()
        .then((trader) => {
          keep(traderId, trader);
          return trader;
        })
        .finally(() => asking.delete(traderId));
      asking.set(traderId, answer);
      return answer;
    },
  };
}
