import { llmModelKeys } from '#domain/signals/ai-model.ts';
import { apiError } from '#server/http/api-error.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { readUse } from './call-budget.ts';
import { forecastFor, listAvailability, loadRecords } from './llm-forecasts.ts';
import type { LlmModelsApi } from './llm-models.api.ts';
import { type LlmModelsContext, openLlmModels } from './llm-models-context.ts';

interface Given extends Platform {
  readonly record: RecordApi;
  /** Null: no key is configured. */
  readonly llms: LlmModelsContext['llms'] | null;
}

/** The models that ask a language model. */
export function llmModelsModule({ llms, ...given }: Given): ServerModule<LlmModelsApi> {
  const { llm } = given.config;
  if (!llms || !llm) return { routes: [], api: withoutKey, components: [] };
  const ctx = openLlmModels({ ...given, llm, llms });
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

const withoutKey: LlmModelsApi = {
  forecastFor: async (aiModel) => {
    throw apiError('model_unavailable', { details: { aiModel, reason: 'no_key' } });
  },
  availability: () => llmModelKeys.map((key) => ({ key, available: false, reason: 'no_key' })),
  readUse: async () => null,
};
