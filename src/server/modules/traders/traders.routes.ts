import { traderEndpoints } from '#contract/traders.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import { checkUserBalance } from './refresh-figures.ts';
import { checkTrader, claimTrader, recordRegistration } from './claim-trader.ts';
import { signLinkState } from './link-state.ts';
import { readTraderCheck, readTraderInfo } from './read-trader.ts';
import { releaseTrader } from './release-trader.ts';
import type { TradersContext } from './traders-context.ts';

export const tradersRoutes = (ctx: TradersContext) =>
  serveEndpoints(traderEndpoints, ctx.accounts.guards, {
    'GET /api/trader/info/:id': (request) =>
      readTraderInfo(ctx, getUser(request), request.params.id, { refresh: request.query.refresh === '1' }),
    'POST /api/referral-id': async (request) => ({
      user: ctx.accounts.toUserDto(await claimTrader(ctx, getUser(request), request.body.referralId)),
    }),
    'GET /api/trader/check': (request) => readTraderCheck(ctx, getUser(request).id),
    'POST /api/trader/check': async (request) => {
      const user = getUser(request);
      await checkTrader(ctx, user);
      return readTraderCheck(ctx, user.id);
    },
    'GET /api/trader/links': (request) => {
      const { id, lang, campaign } = getUser(request);
      return ctx.brokerLinks({ lang, campaign, state: signLinkState(ctx, id) });
    },
    'GET /api/broker/registrations': ({ query: { key, trader_id: traderId, click_id: state } }) =>
      recordRegistration(ctx, { key, traderId, state }),
    'POST /api/admin/users/:id/balance': (request) =>
      checkUserBalance(ctx, { adminId: getUser(request).id, userId: request.params.id }),
    'DELETE /api/admin/users/:id/trader': (request) =>
      releaseTrader(ctx, { adminId: getUser(request).id, userId: request.params.id, ...request.body }),
  });
