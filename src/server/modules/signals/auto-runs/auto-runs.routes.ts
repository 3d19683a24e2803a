import { autoRunEndpoints } from '#contract/signals.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import type { SignalsContext } from '../signals-context.ts';
import { readAutoRun, stopAutoRun } from './auto-run.ts';
import { startAutoRun } from './start-auto-run.ts';

/** Routes of auto runs. */
export const autoRunsRoutes = (ctx: SignalsContext) =>
  serveEndpoints(autoRunEndpoints, ctx.accounts.guards, {
    'POST /api/signal/start': async (request) => {
      const user = getUser(request);
      await ctx.traders.requireSignalAccess(user, request.body.aiModel);
      return { session: await startAutoRun(ctx, user.id, request.body) };
    },
    'POST /api/signal/stop': (request) => stopAutoRun(ctx, getUser(request).id, 'user'),
    'GET /api/signal/session': async (request) => ({ session: await readAutoRun(ctx, getUser(request).id) }),
  });
