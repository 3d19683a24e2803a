import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { signalPaths } from '#contract/paths.ts';
import { AutoRun, CurrentAutoRun, StartAutoRunBody } from '#contract/signals.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import { issueSignalErrors } from '../issue-signal.ts';
import type { AutoRunsUseCases } from './create-auto-runs.ts';

const tags = ['signals'];
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
    app.post(
      signalPaths.startAutoRun,
      {
        schema: {
          tags,
          summary: 'Automatic signals: one after another, the next a minute after a result',
          body: StartAutoRunBody,
          response: { 200: z.object({ session: AutoRun }) },
        },
        config: { errors: [...issueSignalErrors, 'symbol_required', 'unknown_symbol'] },
        preValidation: signedIn,
      },
      async (request) => {
        const user = getUser(request);
        await requireSignalAccess(user, request.body.aiModel);
        return { session: await startAutoRun(user.id, request.body) };
      },
    );

    app.post(
      signalPaths.stopAutoRun,
      {
        schema: { tags, summary: 'No further automatic signals', response: { 204: z.null() } },
        preValidation: signedIn,
      },
      async (request, reply) => {
        await stopAutoRun(getUser(request).id, 'user');
        return reply.code(204).send(null);
      },
    );

    app.get(
      signalPaths.session,
      {
        schema: {
          tags,
          summary: 'The automatic signals that run, or why they stopped by themselves within the last day',
          response: { 200: CurrentAutoRun },
        },
        preValidation: signedIn,
      },
      async (request) => ({ session: await readAutoRun(getUser(request).id) }),
    );
  };
