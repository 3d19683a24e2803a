import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountPaths } from '#contract/paths.ts';
import { EmailChangeAnswer, EmailChangeBody, EmailChangeState, RequiredPassword } from '#contract/accounts.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { tagRoutes } from '#server/http/tag-routes.ts';
import { createCaller } from '../caller.ts';
import type { Accounts } from '../create-accounts.ts';
import { getSession } from '../sessions/signed-in.ts';

const params = z.object({ link: z.string() });

/** Another address for an activated account, confirmed by both. */
export const emailChangeRoutes =
  (accounts: Accounts): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'accounts');
    guardRoutes(app, 'onRequest', rejectForeignOrigin(accounts.publicUrl));

    app.get(
      accountPaths.emailChange,
      {
        schema: {
          summary: 'The change of address that waits for its confirmations',
          response: { 200: EmailChangeState },
        },
        preValidation: accounts.signedIn,
      },
      async (request) => ({ pending: await accounts.requestEmailChange.find(getSession(request).user.id) }),
    );

    app.post(
      accountPaths.emailChange,
      {
        schema: {
          summary: 'Change the address: both addresses get a link; the answer is the same for one that has an account',
          body: EmailChangeBody,
          response: { 202: EmailChangeState },
        },
        config: { errors: ['email_not_activated', 'wrong_password', 'email_taken', 'overloaded'] },
        preValidation: accounts.signedIn,
      },
      async (request, reply) => {
        const { sessionId, user } = getSession(request);
        const pending = await accounts.requestEmailChange.request({ sessionId, userId: user.id }, request.body);
        return reply.code(202).send({ pending });
      },
    );

    app.post(
      accountPaths.confirmEmailChange,
      {
        schema: {
          summary: 'Confirm an address; the new one with a login session of the account',
          params,
          response: { 200: EmailChangeAnswer },
        },
        config: { errors: ['unauthenticated', 'link_invalid', 'email_taken'] },
      },
      async (request) => {
        const opener = { address: createCaller(request).address, userIds: await accounts.listCallers(request) };
        return accounts.confirmEmailChange(request.params.link, opener);
      },
    );

    app.post(
      accountPaths.undoEmailChange,
      {
        schema: {
          summary: 'Restore the old address, within seven days; every session ends and a new password is required',
          params,
          response: { 200: RequiredPassword },
        },
        config: { errors: ['link_invalid'] },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        return accounts.undoEmailChange(request.params.link, createCaller(request).address);
      },
    );
  };
