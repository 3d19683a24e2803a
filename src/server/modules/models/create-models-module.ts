import type { Config } from '#server/config.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createForecastMonitor } from './forecast-monitor.ts';
import { createReadModelHealth, type ModelHealth, type ReadModelHealth } from './model-health.ts';
import type { LoadedModels } from './models.api.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { type AdminModel, AdminModels, adminModelsPath } from '#contract/admin/models.ts';
import { type Guard, guardRoutes } from '#server/http/errors/route-errors.ts';
import { toInstant } from '#contract/wire.ts';

interface ModelsModuleDependencies {
  readonly config: Pick<Config, 'payout'>;
  readonly platform: Platform;
  readonly models: LoadedModels;
  readonly accounts: Pick<AccountsApi, 'adminOnly'>;
  readonly signals: Pick<SignalsApi, 'catalogue'>;
  readonly record: Pick<RecordApi, 'readModel'>;
}

/** The loaded models as administrators see them. */
export function createModelsModule({
  config,
  platform: { log, market },
  models,
  accounts,
  signals,
  record,
}: ModelsModuleDependencies): ServerModule {
  for (const model of models.unavailable) log.warn(model, 'model unavailable');
  const monitor = createForecastMonitor(config.payout);
  market.onForecasts(monitor.add);
  const { metadata } = models;
  const { catalogue } = signals;
  const readModelHealth = createReadModelHealth({ catalogue, metadata, monitor, readModel: record.readModel });
  return {
    routes: [modelsRoutes({ adminOnly: accounts.adminOnly, readModelHealth })],
    api: {},
    components: [],
    readiness: [{ name: 'models', check: async () => (models.forecasters.length > 0 ? 'ok' : 'degraded') }],
  };
}

interface ModelsRoutesDependencies {
  /** Signed in, and an administrator. */
  readonly adminOnly: readonly Guard[];
  readonly readModelHealth: ReadModelHealth;
}

export const modelsRoutes =
  ({ adminOnly, readModelHealth }: ModelsRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    guardRoutes(app, 'onRequest', ...adminOnly);

    app.get(adminModelsPath, { schema: { response: { 200: AdminModels } } }, async () => ({
      items: (await readModelHealth()).map(toModelDto),
    }));
  };

const toModelDto = ({ lastForecastAt, card, ...model }: ModelHealth): AdminModel => ({
  ...model,
  card: card && {
    trainedOn: { ...card.trainedOn, pairs: [...card.trainedOn.pairs] },
    keptOut: card.keptOut,
    signals: card.signals.map((signal) => ({ ...signal })),
  },
  lastForecastAt: lastForecastAt === null ? null : toInstant(lastForecastAt),
});
