import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AdminModels, adminModelsPath } from '#contract/admin-models.ts';
import { ApiErrorBody } from '#contract/api-error.ts';
import type { Guard } from '#server/modules/accounts/accounts.api.ts';
import type { ReadModelHealth } from './model-health.ts';
import { toModelDto } from './to-model-dto.ts';

interface Needs {
  /** Signed in, and an administrator. */
  readonly adminOnly: readonly Guard[];
  readonly readModelHealth: ReadModelHealth;
}

export const modelsRoutes =
  ({ adminOnly, readModelHealth }: Needs): FastifyPluginAsyncZod =>
  async (app) => {
    for (const guard of adminOnly) app.addHook('onRequest', guard);

    app.get(
      adminModelsPath,
      {
        schema: {
          tags: ['admin'],
          summary: 'What each model promises, and what came true',
          response: { 200: AdminModels, 401: ApiErrorBody, 403: ApiErrorBody },
        },
      },
      async () => ({ items: (await readModelHealth()).map(toModelDto) }),
    );
  };
