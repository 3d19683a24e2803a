import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import { llmModelKeys } from '#domain/signals/llm-model.ts';
import type { LlmConfig, LlmModelConfig } from '#server/config.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import type { LiveEngine } from '#server/live/live-engine.ts';
import { createCallBudget } from './call-budget.ts';
import { createLlmForecasts } from './llm-forecasts.ts';
import type { LlmModels } from './llm-models.api.ts';

interface Needs {
  readonly config: LlmConfig | null;
  readonly db: Database;
  readonly engine: Pick<LiveEngine, 'bars' | 'feed'>;
  /** The wall's. */
  readonly clock: Clock;
  readonly marketClock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/**
 * The client library is loaded only when a key is configured: it takes 38 MB and a tenth of a
 * second.
 */
export async function createLlmModels({ config, ...needs }: Needs): Promise<LlmModels> {
  if (!config) return withoutKey;
  const { createOpenAiLlm } = await import('#server/integrations/llm/openai-llm.ts');
  const llmOf = ({ name, price }: LlmModelConfig) =>
    createOpenAiLlm({ apiKey: config.apiKey, baseUrl: config.baseUrl, model: name, price });
  return createLlmForecasts({
    ...needs,
    llms: { chatgpt_4o: llmOf(config.chatgpt4o), 'indicators_chatgpt_3.5': llmOf(config.chatgpt35) },
    budget: createCallBudget(config.callsPerHour, needs.clock),
  });
}

const withoutKey: LlmModels = {
  forecastFor: async (aiModel) => {
    throw apiError('model_unavailable', { details: { aiModel, reason: 'no_key' } });
  },
  availability: () => llmModelKeys.map((key) => ({ key, available: false, reason: 'no_key' })),
};
