import { describe, expect, it } from 'vitest';
import { nothingRecorded } from '#tests/support/record/nothing-recorded.ts';

import { noDatabase, testConfig, testPlatform } from '#tests/support/test-platform.ts';
import { llmModelsModule } from './module.ts';

describe('without a key', () => {
  const { api } = llmModelsModule({
    ...testPlatform(noDatabase),
    config: testConfig({ llm: null }),
    record: nothingRecorded,
    llms: null,
  });

  it('reports the models as not connected, with the reason', () => {
    expect(api.availability()).toEqual([
      { key: 'chatgpt_4o', available: false, reason: 'no_key' },
      { key: 'indicators_chatgpt_3.5', available: false, reason: 'no_key' },
    ]);
  });

  it('rejects a request', async () => {
    const request = { userId: 'somebody', duration: 5 as const, symbols: ['EURUSD'] };
    await expect(api.forecastFor('chatgpt_4o', request)).rejects.toMatchObject({
      code: 'model_unavailable',
      details: { aiModel: 'chatgpt_4o', reason: 'no_key' },
    });
  });
});
