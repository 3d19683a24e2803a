import { claimEndpoints } from '#contract/admin/claims.ts';
import { traderEndpoints } from '#contract/traders.ts';
import { maxListLength } from '#domain/accounts/partner-list.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import { checkUserBalance } from './refresh-figures.ts';
import { confirmClaim, readClaims, refuseClaim } from './claims/decide-claims.ts';
import { readPartnerList } from './claims/read-partner-list.ts';
import { checkTrader, claimTrader } from './claim-trader.ts';
import { recordRegistration, signLinkState } from './referral-link.ts';
import { readTraderCheck, readTraderInfo } from './read-trader.ts';
import { releaseTrader } from './trader-ownership.ts';
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

/** The length of a list in JSON: quotation marks and line breaks take two bytes, other letters up to three. */
const bodyLimit = 3 * maxListLength;

export const claimsRoutes = (ctx: TradersContext) =>
  serveEndpoints(
    claimEndpoints,
    ctx.accounts.guards,
    {
      'GET /api/admin/claims': (request) => readClaims(ctx, request.query),
      'POST /api/admin/claims/:id/confirm': (request) =>
        confirmClaim(ctx, {
          adminId: getUser(request).id,
          claimId: request.params.id,
          balance: request.body.balance,
        }),
      'POST /api/admin/claims/:id/refuse': (request) =>
        refuseClaim(ctx, { adminId: getUser(request).id, claimId: request.params.id, reason: request.body.reason }),
      'POST /api/admin/claims/list': (request) =>
        readPartnerList(ctx, { adminId: getUser(request).id, body: request.body }),
    },
    { 'POST /api/admin/claims/list': { bodyLimit } },
  );
