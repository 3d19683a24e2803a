import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { adminUserPaths, TraderRelease } from '#contract/admin/users.ts';
import { noContent, tagRoutes } from '#server/http/tag-routes.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import type { TradersUseCases } from './create-traders.ts';

export const adminTradersRoutes =
  ({ accounts, checkUserBalance, releaseTrader }: TradersUseCases['administration']): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'admin');
    guardRoutes(app, 'onRequest', ...accounts.adminOnly);

    app.post(
      adminUserPaths.balance,
      {
        schema: {
          summary: 'Ask the broker for a user’s balance now: audited',
          params: z.object({ id: z.string() }),
          response: { 204: z.null() },
        },
        config: { errors: ['user_not_found', 'user_without_trader', 'trader_not_found', 'broker_unavailable'] },
      },
      (request, reply) =>
        noContent(reply, checkUserBalance({ adminId: getUser(request).id, userId: request.params.id })),
    );

    app.delete(
      adminUserPaths.trader,
      {
        schema: {
          summary: 'Take a wrong broker ID off an account, with a reason: audited',
          params: z.object({ id: z.string() }),
          body: TraderRelease,
          response: { 204: z.null() },
        },
        config: { errors: ['user_not_found', 'user_without_trader'] },
      },
      (request, reply) =>
        noContent(reply, releaseTrader({ adminId: getUser(request).id, userId: request.params.id, ...request.body })),
    );
  };
