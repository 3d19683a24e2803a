import { llmModelKeys, type LlmModelKey } from '#domain/signals/ai-model.ts';
import type { Config } from '#server/config.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Llm } from '#server/integrations/llm/llm.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { readUse } from './call-budget.ts';
import { forecastFor, listAvailability, loadRecords } from './llm-forecasts.ts';
import type { LlmModelsApi } from './llm-models.api.ts';
import type { LlmModelsContext, LlmModelsParts } from './llm-models-context.ts';
import { createServiceRest } from './service-rest.ts';

interface Collaborators extends Platform {
  readonly config: Config;
  readonly record: RecordApi;
  /** Null: no key is configured. */
  readonly llms: Readonly<Record<LlmModelKey, Llm>> | null;
}

/** The models that ask a language model. */
export function llmModelsModule(needs: Collaborators): ServerModule<LlmModelsApi> {
  const { config, llms } = needs;
  if (!llms || !config.llm) return { routes: [], api: withoutKey, components: [] };
  const ctx = openLlmModels({ ...needs, llm: config.llm, llms });
  loadRecords(ctx);
  return {
    routes: [],
    api: {
      forecastFor: (model, request) => forecastFor(ctx, model, request),
      availability: () => listAvailability(ctx),
      readUse: () => readUse(ctx),
    },
    components: [],
  };
}

/** The context of the module, with what lives as long as the process. */
export const openLlmModels = (parts: LlmModelsParts): LlmModelsContext => ({
  ...parts,
  rests: {
    chatgpt_4o: createServiceRest(parts.clock),
    'indicators_chatgpt_3.5': createServiceRest(parts.clock),
  },
  inFlight: new Map(),
  readings: new Map(),
  settled: new Map(),
});

const withoutKey: LlmModelsApi = {
  forecastFor: async (aiModel) => {
    throw apiError('model_unavailable', { details: { aiModel, reason: 'no_key' } });
  },
  availability: () => llmModelKeys.map((key) => ({ key, available: false, reason: 'no_key' })),
  readUse: async () => null,
};
