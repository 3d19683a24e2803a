import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { adminUserPaths } from '#contract/admin-users.ts';
import { Problem } from '#contract/problem.ts';
import { type Guard, userOf } from '#server/modules/accounts/signed-in.ts';
import type { CheckUserBalance } from './check-user-balance.ts';

interface Needs {
  /** Signed in, and an admin. */
  readonly adminOnly: readonly Guard[];
  readonly checkUserBalance: CheckUserBalance;
}

export const adminTradersModule =
  ({ adminOnly, checkUserBalance }: Needs): FastifyPluginAsyncZod =>
  async (app) => {
    for (const guard of adminOnly) app.addHook('onRequest', guard);

    app.post(
      adminUserPaths.balance,
      {
        schema: {
          tags: ['admin'],
          summary: 'Ask the broker for a user’s balance now: audited',
          params: z.object({ id: z.string() }),
          response: { 204: z.null(), 401: Problem, 403: Problem, 404: Problem, 409: Problem, 503: Problem },
        },
      },
      async (request, reply) => {
        await checkUserBalance({ adminId: userOf(request).id, userId: request.params.id });
        return reply.code(204).send(null);
      },
    );
  };
