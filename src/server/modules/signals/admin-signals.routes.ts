import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import { signalPaths, VoidSignalBody } from '#contract/signals.ts';
import { type Guard, userOf } from '#server/modules/accounts/signed-in.ts';
import type { VoidSignal } from './void-signal.ts';

interface Needs {
  /** Signed in, and an admin. */
  readonly adminOnly: readonly Guard[];
  readonly voidSignal: VoidSignal;
}

export const adminSignalsModule =
  ({ adminOnly, voidSignal }: Needs): FastifyPluginAsyncZod =>
  async (app) => {
    app.delete(
      signalPaths.voidSignal,
      {
        schema: {
          tags: ['admin'],
          summary: 'Void a signal with a reason: audited, and never erased from the record',
          params: z.object({ id: z.string() }),
          body: VoidSignalBody,
          response: { 204: z.null(), 400: Problem, 401: Problem, 403: Problem, 404: Problem },
        },
        preValidation: [...adminOnly],
      },
      async (request, reply) => {
        const { id: signalId } = request.params;
        await voidSignal({ adminId: userOf(request).id, signalId, reason: request.body.reason });
        return reply.code(204).send(null);
      },
    );
  };
