import type { WallClock } from '#domain/time.ts';
import type { TraderAccount } from '#server/integrations/broker/broker.ts';
import type { Valkey } from '#server/integrations/valkey/valkey.ts';

/** The port: texts that processes share for a while. One that cannot be read is not there. */
export interface Cache {
  get(key: string): Promise<string | null>;
  set(key: string, text: string, lifetimeMs: number): Promise<void>;
}

/** A single process has its own caches. */
export const noCache: Cache = { get: async () => null, set: async () => undefined };

const getCacheKey = (key: string): string => `kurs:cache:${key}`;

export const valkeyCache = ({ commands }: Valkey): Cache => ({
  get: (key) => commands.get(getCacheKey(key)).catch(() => null),
  set: async (key, text, lifetimeMs) => {
    await commands.set(getCacheKey(key), text, 'PX', lifetimeMs).catch(() => undefined);
  },
});

/**
 * Recent answers of the broker, shared by all processes, and requests in flight: one request per
 * id, however many callers.
 */
interface AnswerCache {
  getOrFetch(
    traderId: string,
    isFresh: boolean,
    fetchAnswer: () => Promise<TraderAccount | null>,
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

export function createAnswerCache(clock: WallClock, shared: Cache): AnswerCache {
  const answers = new Map<string, Answer>();
  const pending = new Map<string, Promise<TraderAccount | null>>();

  const cache = (traderId: string, answer: Answer): TraderAccount | null => {
    answers.delete(traderId);
    if (answers.size >= maxCached) answers.delete(answers.keys().next().value ?? '');
    answers.set(traderId, answer);
    return answer.trader;
  };
  const findShared = async (traderId: string): Promise<Answer | null> => {
    const text = await shared.get(getKey(traderId));
    return text === null ? null : JSON.parse(text);
  };
  const holds = (answer: Answer, isFresh: boolean): boolean =>
    clock.now() - answer.at < (isFresh || answer.trader === null ? freshMs : retentionMs);

  const find: AnswerCache['getOrFetch'] = async (traderId, isFresh, fetchAnswer) => {
    const known = await findShared(traderId);
    if (known && holds(known, isFresh)) return cache(traderId, known);
    const answer = { trader: await fetchAnswer(), at: clock.now() };
    await shared.set(getKey(traderId), JSON.stringify(answer), retentionMs);
    return cache(traderId, answer);
  };

  return {
    getOrFetch: (traderId, isFresh, fetchAnswer) => {
      const known = answers.get(traderId);
      if (known && holds(known, isFresh)) return Promise.resolve(known.trader);
      const pendingAnswer = pending.get(traderId);
      if (pendingAnswer) return pendingAnswer;
      const answer = find(traderId, isFresh, fetchAnswer).finally(() => pending.delete(traderId));
      pending.set(traderId, answer);
      return answer;
    },
  };
}

const getKey = (traderId: string): string => `trader ${traderId}`;
