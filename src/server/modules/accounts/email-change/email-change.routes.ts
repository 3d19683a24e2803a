import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountPaths } from '#contract/paths.ts';
import { EmailChangeAnswer, EmailChangeBody, PendingEmailChange } from '#contract/accounts.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { tagRoutes } from '#server/http/tag-routes.ts';
import { createCaller } from '../caller.ts';
import type { Accounts } from '../create-accounts.ts';
import { getSession } from '../sessions/signed-in.ts';

const params = z.object({ link: z.string() });

/** Another address for an activated account. */
export const emailChangeRoutes =
  (accounts: Accounts): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'accounts');
    const { emailChange } = accounts;
    guardRoutes(app, 'onRequest', rejectForeignOrigin(accounts.publicUrl));

    app.post(
      accountPaths.emailChange,
      {
        schema: {
          summary: 'Change the address: it gets a link; the answer is the same for one that has an account',
          body: EmailChangeBody,
          response: { 202: PendingEmailChange },
        },
        config: { errors: ['email_not_activated', 'wrong_password', 'email_taken', 'overloaded'] },
        preValidation: accounts.signedIn,
      },
      async (request, reply) => {
        const pending = await emailChange.request(getSession(request).user.id, request.body);
        return reply.code(202).send(pending);
      },
    );

    app.post(
      accountPaths.confirmEmailChange,
      {
        schema: {
          summary: 'Confirm the new address; every other login session ends',
          params,
          response: { 200: EmailChangeAnswer },
        },
        config: { errors: ['link_invalid', 'email_taken'] },
        preValidation: accounts.signedIn,
      },
      async (request) => {
        const { address } = createCaller(request);
        return { email: await emailChange.confirm(getSession(request), request.params.link, address) };
      },
    );
  };
