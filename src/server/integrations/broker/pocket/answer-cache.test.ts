import { expect, it } from 'vitest';
import type { TraderAccount } from '../broker.ts';
import { createAnswerCache } from './answer-cache.ts';

const trader: TraderAccount = {
  id: '7731402',
  balance: 250,
  isSelfExcluded: false,
  netTurnover: null,
  commission: null,
  registeredAt: null,
  answeredAt: 0,
};

it('uses an answer of another process for as long as one of its own', async () => {
  const texts = new Map<string, string>();
  const shared = {
    get: async (key: string) => texts.get(key) ?? null,
    set: async (key: string, text: string) => void texts.set(key, text),
  };
  let [now, fetched] = [0, 0];
  const [here, there] = [0, 1].map(() => createAnswerCache({ now: () => now }, shared));
  const fetch = async (): Promise<TraderAccount> => {
    fetched += 1;
    return trader;
  };
  await here?.getOrFetch(trader.id, false, fetch);
  now = 299_999;
  expect(await there?.getOrFetch(trader.id, false, fetch)).toEqual(trader);
  expect(fetched).toBe(1);
  await there?.getOrFetch(trader.id, true, fetch);
  expect(fetched).toBe(2);
});
