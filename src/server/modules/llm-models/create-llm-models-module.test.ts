import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LlmConfig } from '#server/config/llm.ts';
import { createAttempts } from '#server/database/attempts.ts';
import { type FakeOpenAi, startFakeOpenAi } from '#tests/support/market/fake-openai.ts';
import { anLlmBench, aFakeLlm, stating } from '#tests/support/market/llm-bench.ts';
import { nothingRecorded } from '#tests/support/record/nothing-recorded.ts';
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
  const attempts = createAttempts(database.db, clock, { secret: 'a secret' });
  const platform = { db: database.db, attempts, market, clock, marketClock: clock, log: silentLog };
  return createLlmModelsModule({ config: { llm }, platform, record: nothingRecorded, llms }).api;
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
