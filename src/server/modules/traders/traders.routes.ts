import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { traderPaths } from '#contract/paths.ts';
import {
  BrokerLinks,
  ReferralIdAnswer,
  ReferralIdBody,
  RegistrationReport,
  TraderCheck,
  TraderId,
  TraderInfo,
  TraderInfoQuery,
} from '#contract/traders.ts';
import { noContent } from '#server/http/answers.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import { checkUserBalance } from './check-user-balance.ts';
import { checkTrader, claimTrader, recordRegistration } from './claim-trader.ts';
import { signLinkState } from './link-state.ts';
import { readTraderCheck, readTraderInfo } from './read-trader.ts';
import { releaseTrader } from './release-trader.ts';
import type { TradersContext } from './traders-context.ts';
import { adminUserPaths, TraderRelease } from '#contract/admin/users.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';

export const tradersRoutes =
  (ctx: TradersContext): FastifyPluginAsyncZod =>
  async (app) => {
    const guards = { preValidation: ctx.accounts.signedIn };

    app.get(
      traderPaths.info,
      {
        schema: { params: z.object({ id: TraderId }), querystring: TraderInfoQuery, response: { 200: TraderInfo } },
        config: { errors: ['email_not_activated', 'trader_not_found', 'broker_unavailable'] },
        ...guards,
      },
      (request) => {
        const { id: traderId } = request.params;
        return readTraderInfo(ctx, getUser(request), traderId, { refresh: request.query.refresh === '1' });
      },
    );

    app.post(
      traderPaths.referralId,
      {
        schema: { body: ReferralIdBody, response: { 200: ReferralIdAnswer } },
        config: {
          errors: [
            'email_not_activated',
            'trader_not_found',
            'trader_taken',
            'already_confirmed',
            'broker_unavailable',
          ],
        },
        ...guards,
      },
      async (request) => ({
        user: ctx.accounts.toUserDto(await claimTrader(ctx, getUser(request), request.body.referralId)),
      }),
    );

    app.get(traderPaths.check, { schema: { response: { 200: TraderCheck } }, ...guards }, (request) =>
      readTraderCheck(ctx, getUser(request).id),
    );

    app.post(
      traderPaths.check,
      {
        schema: { response: { 200: TraderCheck } },
        config: { errors: ['email_not_activated', 'referral_required', 'broker_unavailable'] },
        ...guards,
      },
      async (request) => {
        const user = getUser(request);
        await checkTrader(ctx, user);
        return readTraderCheck(ctx, user.id);
      },
    );

    app.get(
      traderPaths.links,
      { schema: { response: { 200: BrokerLinks } }, config: { errors: ['broker_unavailable'] }, ...guards },
      (request) => {
        const { id, lang, campaign } = getUser(request);
        return ctx.brokerLinks({ lang, campaign, state: signLinkState(ctx, id) });
      },
    );

    app.get(
      traderPaths.registrations,
      { schema: { querystring: RegistrationReport, response: { 204: z.null() } }, config: { errors: ['forbidden'] } },
      ({ query: { key, trader_id: traderId, click_id: state } }, reply) =>
        noContent(reply, recordRegistration(ctx, { key, traderId, state })),
    );
  };

export const adminTradersRoutes =
  (ctx: TradersContext): FastifyPluginAsyncZod =>
  async (app) => {
    guardRoutes(app, 'onRequest', ...ctx.accounts.adminOnly);

    app.post(
      adminUserPaths.balance,
      {
        schema: { params: z.object({ id: z.string() }), response: { 204: z.null() } },
        config: { errors: ['user_not_found', 'user_without_trader', 'trader_not_found', 'broker_unavailable'] },
      },
      (request, reply) =>
        noContent(reply, checkUserBalance(ctx, { adminId: getUser(request).id, userId: request.params.id })),
    );

    app.delete(
      adminUserPaths.trader,
      {
        schema: { params: z.object({ id: z.string() }), body: TraderRelease, response: { 204: z.null() } },
        config: { errors: ['user_not_found', 'user_without_trader'] },
      },
      (request, reply) =>
        noContent(
          reply,
          releaseTrader(ctx, { adminId: getUser(request).id, userId: request.params.id, ...request.body }),
        ),
    );
  };
