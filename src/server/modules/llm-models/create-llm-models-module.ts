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
import type { ServerModule } from '#server/server-module.ts';
import { createCallBudget } from './call-budget.ts';
import { createLlmForecasts } from './llm-forecasts.ts';
import type { LlmModels } from './llm-models.api.ts';

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

export function createLlmModelsModule(needs: Needs): ServerModule<LlmModels> {
  const { config, llms, attempts } = needs;
  const budget = createCallBudget(config.llm?.callsPerHour ?? 0, attempts);
  const api = llms ? createLlmForecasts({ ...needs, llms, budget, pause: (ms) => pause(ms) }) : withoutKey;
  return { routes: [], api, components: [] };
}

const withoutKey: LlmModels = {
  forecastFor: async (aiModel) => {
    throw apiError('model_unavailable', { details: { aiModel, reason: 'no_key' } });
  },
  availability: () => llmModelKeys.map((key) => ({ key, available: false, reason: 'no_key' })),
};
