import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountPaths, LoginBody, SessionAnswer } from '#contract/accounts.ts';
import { Problem } from '#contract/problem.ts';
import { refuseForeignOrigin } from '#server/http/foreign-origin.ts';
import { problem } from '#server/http/problem.ts';
import type { LogIn } from './log-in.ts';
import type { Sessions, SignedIn } from './sessions.ts';
import type { WireUser } from './wire-user.ts';

interface Needs {
  readonly logIn: LogIn;
  readonly sessions: Sessions;
  readonly wireUser: WireUser;
  readonly publicUrl: string;
}

const refreshSeconds = 30 * 86_400;
const loginLimit = { max: 30, timeWindow: 15 * 60_000 };

export const accountsModule =
  ({ logIn, sessions, wireUser, publicUrl }: Needs): FastifyPluginAsyncZod =>
  async (app) => {
    const cookie = refreshCookie(publicUrl);
    const sameOrigin = refuseForeignOrigin(publicUrl);

    const answer = (reply: FastifyReply, signedIn: SignedIn): SessionAnswer => {
      reply.header('cache-control', 'no-store');
      reply.setCookie(cookie.name, signedIn.refreshToken, cookie.options);
      return { accessToken: signedIn.accessToken, user: wireUser(signedIn.user) };
    };

    app.post(
      accountPaths.login,
      {
        schema: {
          tags: ['accounts'],
          summary: 'Sign in',
          body: LoginBody,
          response: { 200: SessionAnswer, 400: Problem, 401: Problem, 429: Problem },
        },
        config: { rateLimit: loginLimit },
        preHandler: sameOrigin,
      },
      async (request, reply) => answer(reply, await logIn(request.body)),
    );

    app.get(
      accountPaths.refresh,
      {
        schema: {
          tags: ['accounts'],
          summary: 'A new access token for the refresh cookie',
          response: { 200: SessionAnswer, 401: Problem, 403: Problem },
        },
        preHandler: sameOrigin,
      },
      async (request, reply) => {
        const refreshToken = request.cookies[cookie.name];
        const signedIn = refreshToken ? await sessions.rotate(refreshToken) : null;
        if (!signedIn) {
          reply.clearCookie(cookie.name, cookie.options);
          throw problem('unauthenticated');
        }
        return answer(reply, signedIn);
      },
    );

    app.post(
      accountPaths.logout,
      {
        schema: { tags: ['accounts'], summary: 'Sign out', response: { 204: z.null(), 403: Problem } },
        preHandler: sameOrigin,
      },
      async (request: FastifyRequest, reply: FastifyReply) => {
        const refreshToken = request.cookies[cookie.name];
        if (refreshToken) await sessions.end(refreshToken);
        reply.clearCookie(cookie.name, cookie.options).code(204);
        return null;
      },
    );
  };

function refreshCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  return {
    name: secure ? '__Host-kurs_refresh' : 'kurs_refresh',
    options: { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: refreshSeconds },
  } as const;
}
