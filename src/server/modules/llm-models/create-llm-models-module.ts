import { setTimeout as pause } from 'node:timers/promises';
import { llmModelKeys, type LlmModelKey } from '#domain/signals/ai-model.ts';
import type { Config } from '#server/config.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Llm } from '#server/integrations/llm/llm.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createCallBudget } from './call-budget.ts';
import { createLlmForecasts } from './llm-forecasts.ts';
import { sumCostSince } from './llm-answers.repository.ts';
import type { LlmModelsApi } from './llm-models.api.ts';

interface LlmModelsModuleDependencies {
  readonly config: Pick<Config, 'llm'>;
  readonly platform: Pick<Platform, 'db' | 'clock' | 'marketClock' | 'attempts' | 'log'> & {
    readonly market: Pick<MarketView, 'bars' | 'feed'>;
  };
  readonly record: Pick<RecordApi, 'readMarketState'>;
  /** Null: no key is configured. */
  readonly llms: Readonly<Record<LlmModelKey, Llm>> | null;
}

export function createLlmModelsModule({
  config,
  platform,
  record,
  llms,
}: LlmModelsModuleDependencies): ServerModule<LlmModelsApi> {
  if (!llms || !config.llm) return { routes: [], api: withoutKey, components: [] };
  const readCostSince = (since: Date) => sumCostSince(platform.db, since);
  const budget = createCallBudget({ ...platform, limits: config.llm, readCostSince });
  const forecasts = createLlmForecasts({ ...platform, record, llms, budget, pause: (ms) => pause(ms) });
  return { routes: [], api: { ...forecasts, readUse: budget.readUse }, components: [] };
}

const withoutKey: LlmModelsApi = {
  forecastFor: async (aiModel) => {
    throw apiError('model_unavailable', { details: { aiModel, reason: 'no_key' } });
  },
  availability: () => llmModelKeys.map((key) => ({ key, available: false, reason: 'no_key' })),
  readUse: async () => null,
};
