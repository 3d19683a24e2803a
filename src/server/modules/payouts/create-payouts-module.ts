import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { payoutPaths } from '#contract/paths.ts';
import { ChangePayoutsBody, Payouts } from '#contract/payout.ts';
import type { Config } from '#server/config.ts';
import { type Guard, guardRoutes } from '#server/http/errors/route-errors.ts';
import { type AccountsApi, getActivatedUser } from '#server/modules/accounts/accounts.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import type { PayoutsApi } from './payouts.api.ts';
import { changePayouts, listPayouts, type PayoutsContext, readOwnPayouts } from './trader-payouts.ts';

interface PayoutsModuleDependencies {
  readonly config: Pick<Config, 'payout' | 'pairs'>;
  readonly platform: Pick<Platform, 'db' | 'clock'>;
  readonly accounts: Pick<AccountsApi, 'signedIn'>;
}

/** What a win pays each trader: whether a forecast has an edge depends on it. */
export function createPayoutsModule({
  config,
  platform: { db, clock },
  accounts,
}: PayoutsModuleDependencies): ServerModule<PayoutsApi> {
  const { payout, pairs: symbols } = config;
  const ctx: PayoutsContext = { db, clock, payout, symbols, findStated: () => null };
  return {
    routes: [payoutsRoutes(ctx, accounts.signedIn)],
    api: {
      readPayouts: async (userId) => {
        const own = (await listPayouts(ctx, [userId])).get(userId);
        if (!own) throw new Error('payouts of a user were asked for and not answered');
        return own;
      },
      listPayouts: (userIds) => listPayouts(ctx, userIds),
    },
    components: [],
  };
}

const payoutsRoutes =
  (ctx: PayoutsContext, signedIn: Guard): FastifyPluginAsyncZod =>
  async (app) => {
    guardRoutes(app, 'preValidation', signedIn);
    const config = { errors: ['email_not_activated' as const] };

    app.get(payoutPaths.payout, { config, schema: { response: { 200: Payouts } } }, (request) =>
      readOwnPayouts(ctx, getActivatedUser(request).id),
    );

    app.put(
      payoutPaths.payout,
      { config, schema: { body: ChangePayoutsBody, response: { 200: Payouts } } },
      (request) => changePayouts(ctx, getActivatedUser(request).id, request.body),
    );
  };
