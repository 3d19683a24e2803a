import type { FastifyBaseLogger } from 'fastify';
import type { MarketView } from '#server/live/market-view.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createForecastMonitor } from './forecast-monitor.ts';
import { modelsRoutes } from './models.routes.ts';
import { createReadModelHealth } from './read-model-health.ts';
import type { OpenedModels } from './models.api.ts';

interface Needs {
  readonly models: OpenedModels;
  readonly market: Pick<MarketView, 'onForecasts'>;
  readonly accounts: Pick<AccountsApi, 'adminOnly'>;
  readonly signals: Pick<SignalsApi, 'catalogue'>;
  readonly record: Pick<RecordApi, 'readModelFigures'>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** The loaded models as administrators see them. */
export function createModelsModule({ models, market, accounts, signals, record, log }: Needs): ServerModule {
  for (const model of models.unavailable) log.warn(model, 'model unavailable');
  const monitor = createForecastMonitor();
  market.onForecasts(monitor.add);
  const { metadata } = models;
  const { catalogue } = signals;
  const { readModelFigures } = record;
  const readModelHealth = createReadModelHealth({ catalogue, metadata, monitor, readModelFigures });
  return {
    routes: [modelsRoutes({ adminOnly: accounts.adminOnly, readModelHealth })],
    api: {},
    components: [],
    readiness: [{ name: 'models', check: async () => (models.forecasters.length > 0 ? 'ok' : 'degraded') }],
  };
}
