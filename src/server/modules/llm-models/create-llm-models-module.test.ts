import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LlmConfig } from '#server/config/llm.ts';
import { createAttempts } from '#server/database/attempts.ts';
import { llmAnswers } from '#server/database/tables/llm-tables.ts';
import { type FakeOpenAi, startFakeOpenAi } from '#tests/support/market/fake-openai.ts';
import { anLlmBench, aFakeLlm, stating } from '#tests/support/market/llm-bench.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { chooseLlms } from '#server/services/choose-adapters.ts';
import { createLlmModelsModule } from './create-llm-models-module.ts';

let database: TestDatabase;
let service: FakeOpenAi;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  service = await startFakeOpenAi();
});
afterEach(() => service.stop());

async function modelsWith(llm: LlmConfig | null) {
  const nobody = aFakeLlm(async () => stating(0.5));
  const { now, market } = anLlmBench(database, { chatgpt_4o: nobody, 'indicators_chatgpt_3.5': nobody });
  const clock = { now: () => now };
  const llms = await chooseLlms(llm);
  const attempts = createAttempts({ db: database.db, clock });
  const platform = { db: database.db, attempts, market, clock, marketClock: clock, log: silentLog };
  return createLlmModelsModule({ config: { llm, payout: 0.82 }, platform, llms }).api;
}
const request = { userId: 'somebody', duration: 5 as const, symbols: ['EURUSD'] };

describe('without a key', () => {
  it('reports the models as not connected, with the reason', async () => {
    expect((await modelsWith(null)).availability()).toEqual([
      { key: 'chatgpt_4o', available: false, reason: 'no_key' },
      { key: 'indicators_chatgpt_3.5', available: false, reason: 'no_key' },
    ]);
  });

  it('rejects a request', async () => {
    await expect((await modelsWith(null)).forecastFor('chatgpt_4o', request)).rejects.toMatchObject({
      code: 'model_unavailable',
      details: { aiModel: 'chatgpt_4o', reason: 'no_key' },
    });
  });
});

describe('with a key', () => {
  it('calls each model under the name and at the price configured by the operator', async () => {
    const models = await modelsWith({
      apiKey: service.key,
      baseUrl: service.url,
      callsPerHour: 2,
      callsPerDay: 0,
      costPerDay: 0,
      chatgpt4o: { name: 'o3-mini', price: { question: 1, answer: 5 } },
      chatgpt35: { name: 'plain-local', price: null },
    });
    expect(models.availability().every(({ available }) => available)).toBe(true);
    await models.forecastFor('chatgpt_4o', request);
    await models.forecastFor('indicators_chatgpt_3.5', request);
    expect(new Set(service.requests().map(({ model }) => model))).toEqual(new Set(['o3-mini', 'plain-local']));
    expect(await database.db.select().from(llmAnswers).orderBy(llmAnswers.model)).toMatchObject([
      { model: 'chatgpt_4o', version: 'o3-mini q1', costUsd: (400 * 1 + 20 * 5) / 1e6 },
      { model: 'indicators_chatgpt_3.5', version: 'plain-local q1', costUsd: null },
    ]);
    await expect(models.forecastFor('chatgpt_4o', { ...request, duration: 3 })).rejects.toMatchObject({
      details: { reason: 'budget_spent' },
    });
  });
});
