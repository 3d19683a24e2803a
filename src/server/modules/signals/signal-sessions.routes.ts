import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ApiErrorBody } from '#contract/api-error.ts';
import { signalPaths } from '#contract/signal-paths.ts';
import { SessionAnswer, SignalSession, StartSessionBody } from '#contract/signals.ts';
import { type Guard, userOf } from '#server/modules/accounts/signed-in.ts';
import type { RequireSignalAccess } from '#server/modules/traders/require-signal-access.ts';
import type { ReadSession } from './own-session.ts';
import type { StartSession } from './start-session.ts';

interface Needs {
  readonly signedIn: Guard;
  readonly requireSignalAccess: RequireSignalAccess;
  readonly startSession: StartSession;
  readonly stopSession: (userId: string) => Promise<void>;
  readonly readSession: ReadSession;
}

const tags = ['signals'];
const errorResponses = {
  400: ApiErrorBody,
  401: ApiErrorBody,
  403: ApiErrorBody,
  404: ApiErrorBody,
  409: ApiErrorBody,
  429: ApiErrorBody,
  503: ApiErrorBody,
};

/** Routes of auto-signal runs. */
export const signalSessionsModule =
  ({ signedIn, requireSignalAccess, startSession, stopSession, readSession }: Needs): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      signalPaths.startSession,
      {
        schema: {
          tags,
          summary: 'Automatic signals: one after another, the next a minute after a result',
          body: StartSessionBody,
          response: { 200: z.object({ session: SignalSession }), ...errorResponses },
        },
        preValidation: signedIn,
      },
      async (request) => {
        const user = userOf(request);
        await requireSignalAccess(user, request.body.aiModel);
        return { session: await startSession(user.id, request.body) };
      },
    );

    app.post(
      signalPaths.stopSession,
      {
        schema: { tags, summary: 'No further automatic signals', response: { 204: z.null(), 401: ApiErrorBody } },
        preValidation: signedIn,
      },
      async (request, reply) => {
        await stopSession(userOf(request).id);
        return reply.code(204).send(null);
      },
    );

    app.get(
      signalPaths.session,
      {
        schema: {
          tags,
          summary: 'The automatic signals that run, or why they stopped by themselves within the last day',
          response: { 200: SessionAnswer, 401: ApiErrorBody },
        },
        preValidation: signedIn,
      },
      async (request) => ({ session: await readSession(userOf(request).id) }),
    );
  };
