import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { signalPaths } from '#contract/paths.ts';
import { AutoRun, CurrentAutoRun, StartAutoRunBody } from '#contract/signals.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { noContent } from '#server/http/answers.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import { issueSignalErrors } from '../issue-signal.ts';
import type { SignalsContext } from '../signals-context.ts';
import { readAutoRun, stopAutoRun } from './auto-run.ts';
import { startAutoRun } from './start-auto-run.ts';

/** Routes of auto runs. */
export const autoRunsRoutes =
  (ctx: SignalsContext): FastifyPluginAsyncZod =>
  async (app) => {
    guardRoutes(app, 'preValidation', ctx.accounts.signedIn);

    app.post(
      signalPaths.startAutoRun,
      {
        schema: { body: StartAutoRunBody, response: { 200: z.object({ session: AutoRun }) } },
        config: { errors: [...issueSignalErrors, 'symbol_required', 'unknown_symbol'] },
      },
      async (request) => {
        const user = getUser(request);
        await ctx.traders.requireSignalAccess(user, request.body.aiModel);
        return { session: await startAutoRun(ctx, user.id, request.body) };
      },
    );

    app.post(signalPaths.stopAutoRun, { schema: { response: { 204: z.null() } } }, (request, reply) =>
      noContent(reply, stopAutoRun(ctx, getUser(request).id, 'user')),
    );

    app.get(signalPaths.session, { schema: { response: { 200: CurrentAutoRun } } }, async (request) => ({
      session: await readAutoRun(ctx, getUser(request).id),
    }));
  };
