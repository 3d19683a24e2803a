import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AdminModels, adminModelsPath } from '#contract/admin-models.ts';
import { Problem } from '#contract/problem.ts';
import type { Guard } from '#server/modules/accounts/signed-in.ts';
import type { ReadModelHealth } from './model-health.ts';
import { wireModel } from './wire-model.ts';

interface Needs {
  /** Signed in, and an admin. */
  readonly adminOnly: readonly Guard[];
  readonly readModelHealth: ReadModelHealth;
}

export const modelsModule =
  ({ adminOnly, readModelHealth }: Needs): FastifyPluginAsyncZod =>
  async (app) => {
    for (const guard of adminOnly) app.addHook('onRequest', guard);

    app.get(
      adminModelsPath,
      {
        schema: {
          tags: ['admin'],
          summary: 'What each model promises, and what came true',
          response: { 200: AdminModels, 401: Problem, 403: Problem },
        },
      },
      async () => ({ items: (await readModelHealth()).map(wireModel) }),
    );
  };
