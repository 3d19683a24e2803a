import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountPaths } from '#contract/paths.ts';
import { LoginBody, RegistrationBody, SessionAnswer } from '#contract/accounts.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { apiError } from '#server/http/api-error.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { tagRoutes } from '#server/http/tag-routes.ts';
import { createCaller } from './caller.ts';
import type { Accounts } from './create-accounts.ts';
import { clearBrowser, refreshCookie } from './sessions/refresh-cookie.ts';
import type { SignedIn } from './sessions/sessions.ts';
import { robotCheckErrors } from './sign-in/require-solved.ts';

/** Signing in and staying signed in. */
export const accountsRoutes =
  (accounts: Accounts): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'accounts');
    const cookie = refreshCookie(accounts.publicUrl);
    guardRoutes(app, 'onRequest', rejectForeignOrigin(accounts.publicUrl));

    const answer = (reply: FastifyReply, { accessToken, refreshToken, session }: SignedIn): SessionAnswer => {
      reply.header('cache-control', 'no-store');
      reply.setCookie(cookie.name, refreshToken, cookie.options);
      const secondFactor = accounts.getSecondFactor(session);
      return { accessToken, user: accounts.toUserDto(session.user), ...(secondFactor !== 'off' && { secondFactor }) };
    };

    app.post(
      accountPaths.registration,
      {
        schema: {
          summary: 'Create an account; an activation mail follows',
          body: RegistrationBody,
          response: { 201: SessionAnswer },
        },
        config: { errors: [...robotCheckErrors, 'email_taken', 'overloaded'] },
      },
      async (request, reply) => {
        const signedIn = await accounts.register(request.body, createCaller(request));
        return reply.code(201).send(answer(reply, signedIn));
      },
    );

    app.post(
      accountPaths.login,
      {
        schema: { summary: 'Sign in', body: LoginBody, response: { 200: SessionAnswer } },
        config: {
          errors: [...robotCheckErrors, 'captcha_required', 'invalid_credentials', 'account_blocked', 'overloaded'],
        },
      },
      async (request, reply) => answer(reply, await accounts.logIn(request.body, createCaller(request))),
    );

    app.get(
      accountPaths.refresh,
      {
        schema: { summary: 'A new access token for the refresh cookie', response: { 200: SessionAnswer } },
        config: { errors: ['unauthenticated'] },
      },
      async (request, reply) => {
        const refreshToken = request.cookies[cookie.name];
        const signedIn = refreshToken
          ? await accounts.sessions.rotate(refreshToken, createCaller(request).userAgent)
          : null;
        if (!signedIn) {
          reply.clearCookie(cookie.name, cookie.options);
          throw apiError('unauthenticated');
        }
        return answer(reply, signedIn);
      },
    );

    app.post(
      accountPaths.logout,
      { schema: { summary: 'Sign out', response: { 204: z.null() } } },
      async (request, reply) => {
        const refreshToken = request.cookies[cookie.name];
        if (refreshToken) await accounts.sessions.end(refreshToken);
        // A client without cookies signs out by its access token.
        const session = await accounts.whoCalls(request);
        if (session) await accounts.sessions.endOwn(session.user.id, session.sessionId);
        return clearBrowser(reply, cookie).code(204).send(null);
      },
    );
  };
