import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import { llmModelKeys, type LlmModelKey } from '#domain/signals/llm-model.ts';
import type { Config } from '#server/config.ts';
import type { Attempts } from '#server/database/attempts.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Llm } from '#server/integrations/llm/llm.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createCallBudget } from './call-budget.ts';
import { createLlmForecasts } from './llm-forecasts.ts';
import { sumCostSince } from './llm-answers.repository.ts';
import type { LlmModelsApi } from './llm-models.api.ts';

interface Needs {
  readonly config: Pick<Config, 'llm'>;
  /** Null: no key is configured. */
  readonly llms: Readonly<Record<LlmModelKey, Llm>> | null;
  readonly db: Database;
  readonly attempts: Attempts;
  readonly market: Pick<MarketView, 'bars' | 'feed'>;
  /** The wall's. */
  readonly clock: Clock;
  readonly marketClock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

export function createLlmModelsModule(needs: Needs): ServerModule<LlmModelsApi> {
  const { config, llms, db } = needs;
  if (!llms || !config.llm) return { routes: [], api: withoutKey, components: [] };
  const readCostSince = (since: Date) => sumCostSince(db, since);
  const budget = createCallBudget({ ...needs, limits: config.llm, readCostSince });
  const forecasts = createLlmForecasts({ ...needs, llms, budget, pause: (ms) => pause(ms) });
  return { routes: [], api: { ...forecasts, readUse: budget.readUse }, components: [] };
}

const withoutKey: LlmModelsApi = {
  forecastFor: async (aiModel) => {
    throw apiError('model_unavailable', { details: { aiModel, reason: 'no_key' } });
  },
  availability: () => llmModelKeys.map((key) => ({ key, available: false, reason: 'no_key' })),
  readUse: async () => null,
};
