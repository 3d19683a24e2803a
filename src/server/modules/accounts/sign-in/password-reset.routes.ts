import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountPaths } from '#contract/paths.ts';
import { ForgotPasswordBody, ResetPasswordBody, RetryAnswer } from '#contract/accounts.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { noContent, tagRoutes } from '#server/http/tag-routes.ts';
import { mailRetryS } from '../account-limits.ts';
import { createCaller } from '../caller.ts';
import type { Accounts } from '../create-accounts.ts';
import { robotCheckErrors } from './require-solved.ts';

/** Password reset, by mail only. */
export const passwordResetRoutes =
  ({ forgotPassword, resetPassword, publicUrl, idle }: Accounts): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'accounts');
    guardRoutes(app, 'onRequest', rejectForeignOrigin(publicUrl));
    app.addHook('onClose', idle);

    app.post(
      accountPaths.forgotPassword,
      {
        schema: {
          summary: 'Mail a link that resets the password; the answer is the same for an unknown address',
          body: ForgotPasswordBody,
          response: { 202: RetryAnswer },
        },
        config: { errors: [...robotCheckErrors] },
      },
      async (request, reply) => {
        await forgotPassword(request.body, createCaller(request).address);
        return reply.code(202).send({ retryAfter: mailRetryS });
      },
    );

    app.post(
      accountPaths.resetPassword,
      {
        schema: {
          summary: 'Set a new password; every session of the user ends',
          params: z.object({ resetLink: z.string() }),
          body: ResetPasswordBody,
          response: { 204: z.null() },
        },
        config: { errors: ['link_invalid', 'overloaded'] },
      },
      (request, reply) =>
        noContent(
          reply,
          resetPassword(request.params.resetLink, request.body.newPassword, createCaller(request).address),
        ),
    );
  };
