import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createForecastMonitor } from './forecast-monitor.ts';
import { modelsRoutes } from './models.routes.ts';
import { createReadModelHealth } from './model-health.ts';
import type { LoadedModels } from './models.api.ts';

interface ModelsModuleDependencies {
  readonly platform: Platform;
  readonly models: LoadedModels;
  readonly accounts: Pick<AccountsApi, 'adminOnly'>;
  readonly signals: Pick<SignalsApi, 'catalogue'>;
  readonly record: Pick<RecordApi, 'readModelFigures'>;
}

/** The loaded models as administrators see them. */
export function createModelsModule({
  platform: { log, market },
  models,
  accounts,
  signals,
  record,
}: ModelsModuleDependencies): ServerModule {
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
