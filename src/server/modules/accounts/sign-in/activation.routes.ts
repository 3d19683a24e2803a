import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountPaths } from '#contract/paths.ts';
import {
  Activated,
  ActivationState,
  ChangeEmailAnswer,
  ChangeEmailBody,
  ResendBody,
  RetryAnswer,
} from '#contract/accounts.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { acceptedLanguage } from '#server/http/request-language.ts';
import { tagRoutes } from '#server/http/tag-routes.ts';
import { createCaller, isBrowser } from '../caller.ts';
import type { Accounts } from '../create-accounts.ts';
import { getUser } from '../accounts.api.ts';
import { robotCheckErrors } from './require-solved.ts';

const LinkParams = z.object({ link: z.string() });

/** Proving the e-mail address, and correcting it before that. */
export const activationRoutes =
  (accounts: Accounts): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'accounts');
    const sameOrigin = rejectForeignOrigin(accounts.publicUrl);

    app.post(
      accountPaths.resendActivation,
      {
        schema: { summary: 'Send the activation mail again', body: ResendBody, response: { 202: RetryAnswer } },
        config: { errors: ['already_activated'] },
        onRequest: sameOrigin,
        preValidation: accounts.signedIn,
      },
      async (request, reply) => {
        const retryAfter = await accounts.activation.resend(getUser(request).id, request.body.lang);
        return reply.code(202).send({ retryAfter });
      },
    );

    app.get(
      accountPaths.resendActivation,
      {
        schema: { summary: 'Where the activation stands', response: { 200: ActivationState } },
        preValidation: accounts.signedIn,
      },
      async (request) => accounts.activation.read(getUser(request).id),
    );

    // Opened from mail clients and by scanners, so it only redirects to the page that activates.
    app.get(
      accountPaths.activate,
      { schema: { summary: 'To the page that activates', params: LinkParams, response: { 302: z.null() } } },
      async (request, reply) => {
        const { link } = request.params;
        const lang = (await accounts.findLinkLanguage(link)) ?? acceptedLanguage(request.headers['accept-language']);
        return reply.redirect(`/${lang}/activated-email?link=${encodeURIComponent(link)}`, 302);
      },
    );

    app.post(
      accountPaths.activate,
      {
        schema: {
          summary: 'Activate the account; a browser without a login session of it has to set a new password',
          params: LinkParams,
          response: { 200: Activated },
        },
        config: { errors: ['link_invalid'] },
        onRequest: sameOrigin,
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const { address } = createCaller(request);
        const opener = { address, userIds: await accounts.listCallers(request), isBrowser: isBrowser(request) };
        const required = await accounts.activate(request.params.link, opener);
        return { activated: true as const, ...(required && { passwordRequired: true as const, ...required }) };
      },
    );

    app.post(
      accountPaths.changeEmail,
      {
        schema: {
          summary: 'Correct the address before it is activated',
          body: ChangeEmailBody,
          response: { 200: ChangeEmailAnswer },
        },
        config: { errors: [...robotCheckErrors, 'already_activated', 'email_taken', 'overloaded'] },
        onRequest: sameOrigin,
        preValidation: accounts.signedIn,
      },
      async (request) => ({ user: accounts.toUserDto(await accounts.changeEmail(getUser(request).id, request.body)) }),
    );
  };
