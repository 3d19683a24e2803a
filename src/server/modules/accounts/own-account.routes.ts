import { ownDataEndpoints } from '#contract/own-data.ts';
import { secondFactorEndpoints } from '#contract/second-factor.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { AccountsContext } from './accounts-context.ts';
import { type AccountsApi, getUser } from './accounts.api.ts';
import { clearBrowser, toCaller, refreshCookie } from './caller.ts';
import { deleteAccount } from './own-data/delete-account.ts';
import { exportOwnData, sendOwnData } from './own-data/export-own-data.ts';
import { addTotp, confirm, readSecondFactor, removeTotp, renewRecoveryCodes, startTotp } from './second-factor.ts';
import { getSession } from './sessions/signed-in.ts';

/** The user's own data: to export and delete. */
export const ownDataRoutes = (ctx: AccountsContext, guards: AccountsApi['guards']) =>
  serveEndpoints(ownDataEndpoints, guards, {
    'GET /api/user/export': async (request, reply) =>
      sendOwnData(reply, `${ctx.config.brand.slug}-data`, await exportOwnData(ctx, getUser(request).id)),
    'POST /api/user/delete': async (request, reply) => {
      await deleteAccount(ctx, getSession(request), request.body.password);
      clearBrowser(reply, refreshCookie(ctx.config.publicUrl));
    },
  });

/** The second step of signing in: what it consists of, and passing it. */
export const secondFactorRoutes = (ctx: AccountsContext, guards: AccountsApi['guards']) =>
  serveEndpoints(secondFactorEndpoints, guards, {
    'GET /api/second-factor': (request) => readSecondFactor(ctx, getUser(request).id, request.secondFactor ?? 'off'),
    'POST /api/second-factor/confirm': (request) => {
      const trier = { address: toCaller(request).address, isWaiting: request.secondFactor === 'waiting' };
      return confirm(ctx, getSession(request), request.body, trier);
    },
    'POST /api/second-factor/totp': (request) => startTotp(ctx, getSession(request)),
    'POST /api/second-factor/totp/code': (request) => addTotp(ctx, getSession(request), request.body.code),
    'DELETE /api/second-factor/totp': (request) => removeTotp(ctx, getSession(request)),
    'POST /api/second-factor/recovery-codes': (request) => renewRecoveryCodes(ctx, getSession(request)),
  });
