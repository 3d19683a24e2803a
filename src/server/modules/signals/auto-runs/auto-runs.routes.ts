import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { signalPaths } from '#contract/paths.ts';
import { AutoRun, CurrentAutoRun, StartAutoRunBody } from '#contract/signals.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { noContent } from '#server/http/answers.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import { issueSignalErrors } from '../issue-signal.ts';
import type { AutoRunsUseCases } from './create-auto-runs.ts';

/** Routes of auto-signal runs. */
export const autoRunsRoutes =
  ({
    signedIn,
    requireSignalAccess,
    startAutoRun,
    stopAutoRun,
    readAutoRun,
  }: AutoRunsUseCases): FastifyPluginAsyncZod =>
  async (app) => {
    guardRoutes(app, 'preValidation', signedIn);

    app.post(
      signalPaths.startAutoRun,
      {
        schema: { body: StartAutoRunBody, response: { 200: z.object({ session: AutoRun }) } },
        config: { errors: [...issueSignalErrors, 'symbol_required', 'unknown_symbol'] },
      },
      async (request) => {
        const user = getUser(request);
        await requireSignalAccess(user, request.body.aiModel);
        return { session: await startAutoRun(user.id, request.body) };
      },
    );

    app.post(signalPaths.stopAutoRun, { schema: { response: { 204: z.null() } } }, (request, reply) =>
      noContent(reply, stopAutoRun(getUser(request).id)),
    );

    app.get(signalPaths.session, { schema: { response: { 200: CurrentAutoRun } } }, async (request) => ({
      session: await readAutoRun(getUser(request).id),
    }));
  };
