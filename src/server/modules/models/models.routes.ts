import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { type AdminModel, AdminModels, adminModelsPath } from '#contract/admin/models.ts';
import { type Guard, guardRoutes } from '#server/http/errors/route-errors.ts';
import { toInstant } from '#contract/wire.ts';
import { tagRoutes } from '#server/http/tag-routes.ts';
import type { ModelHealth, ReadModelHealth } from './model-health.ts';

interface ModelsRoutesDependencies {
  /** Signed in, and an administrator. */
  readonly adminOnly: readonly Guard[];
  readonly readModelHealth: ReadModelHealth;
}

export const modelsRoutes =
  ({ adminOnly, readModelHealth }: ModelsRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'admin');
    guardRoutes(app, 'onRequest', ...adminOnly);

    app.get(
      adminModelsPath,
      { schema: { summary: 'What each model promises, and what came true', response: { 200: AdminModels } } },
      async () => ({ items: (await readModelHealth()).map(toModelDto) }),
    );
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
