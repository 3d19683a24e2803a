import type { Clock } from '#domain/clock.ts';
import type { TraderAccount } from '../broker.ts';

/** What the broker said lately, and what it is being asked right now: one question an id, however many ask. */
export interface RememberedAnswers {
  ask(traderId: string, isFresh: boolean, ask: () => Promise<TraderAccount | null>): Promise<TraderAccount | null>;
}

interface Answer {
  readonly trader: TraderAccount | null;
  readonly at: number;
}

const keptMs = 300_000;
/** Also how long "no such trader" holds: an account opened a moment ago appears soon. */
const freshMs = 10_000;
const mostKept = 10_000;

export function createRememberedAnswers(clock: Clock): RememberedAnswers {
  const answers = new Map<string, Answer>();
  const asking = new Map<string, Promise<TraderAccount | null>>();

  const keep = (traderId: string, trader: TraderAccount | null): void => {
    answers.delete(traderId);
    if (answers.size >= mostKept) answers.delete(answers.keys().next().value ?? '');
    answers.set(traderId, { trader, at: clock.now() });
  };
  const holds = (answer: Answer, isFresh: boolean): boolean =>
    clock.now() - answer.at < (isFresh || answer.trader === null ? freshMs : keptMs);

  return {
    ask: (traderId, isFresh, ask) => {
      const known = answers.get(traderId);
      if (known && holds(known, isFresh)) return Promise.resolve(known.trader);
      const underWay = asking.get(traderId);
      if (underWay) return underWay;
      const answer = ask()
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
