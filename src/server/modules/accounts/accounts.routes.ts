import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { accountEndpoints, type SessionAnswer } from '#contract/accounts.ts';
import type { Language } from '#domain/language.ts';
import { apiError } from '#server/http/api-error.ts';
import { acceptedLanguage } from '#server/http/request-language.ts';
import { type Guards, type Handlers, serveEndpoints } from '#server/http/serve-endpoints.ts';
import { accountLimits, mailRetryS } from './account-limits.ts';
import { type AccountsContext, untilIdle } from './accounts-context.ts';
import { getUser } from './accounts.api.ts';
import { findClosedTours, updateClosedTours, updateLanguage, type UserRow } from './accounts.repository.ts';
import { clearBrowser, toCaller, refreshCookie } from './caller.ts';
import { confirmEmailChange, correctEmail, requestEmailChange } from './email-change.ts';
import {
  endOtherSessions,
  endOwnSession,
  endSession,
  findOwner,
  invalidateUser,
  listOwnSessions,
  rotateSession,
  type SignedIn,
} from './sessions/sessions.ts';
import { getSecondFactor, getSession, whoCalls } from './sessions/signed-in.ts';
import {
  answerActivation,
  findLinkLanguage,
  findRegistration,
  readActivation,
  resendActivation,
} from './sign-in/activate.ts';
import { logIn } from './sign-in/log-in.ts';
import { register } from './sign-in/register.ts';
import { forgotPassword, resetPassword } from './sign-in/reset-password.ts';
import { toUserDto } from './to-user-dto.ts';

export const accountsRoutes =
  (ctx: AccountsContext, guards: Guards<'sameOrigin' | 'signedIn'>): FastifyPluginAsync =>
  async (app) => {
    app.addHook('onClose', () => untilIdle(ctx));
    await app.register(serveEndpoints(accountEndpoints, guards, createHandlers(ctx)));
  };

function createHandlers(ctx: AccountsContext): Handlers<typeof accountEndpoints> {
  const cookie = refreshCookie(ctx.config.publicUrl);
  const answer = (reply: FastifyReply, { accessToken, refreshToken, session }: SignedIn): SessionAnswer => {
    reply.header('cache-control', 'no-store');
    reply.setCookie(cookie.name, refreshToken, cookie.options);
    const secondFactor = getSecondFactor(ctx, session);
    return { accessToken, user: toUserDto(ctx, session.user), ...(secondFactor !== 'off' && { secondFactor }) };
  };
  return {
    'POST /api/registration': async (request, reply) =>
      answer(reply, await register(ctx, request.body, toCaller(request))),
    'POST /api/login': async (request, reply) => answer(reply, await logIn(ctx, request.body, toCaller(request))),
    'GET /api/refresh': async (request, reply) => {
      const refreshToken = request.cookies[cookie.name];
      const session = refreshToken ? await rotateSession(ctx, refreshToken, toCaller(request).userAgent) : null;
      if (!session) {
        reply.clearCookie(cookie.name, cookie.options);
        throw apiError('unauthenticated');
      }
      return answer(reply, session);
    },
    'POST /api/logout': async (request, reply) => {
      const refreshToken = request.cookies[cookie.name];
      if (refreshToken) await endSession(ctx, refreshToken);
      // A client without cookies signs out by its access token.
      const session = await whoCalls(ctx, request);
      if (session) await endOwnSession(ctx, session.user.id, session.sessionId);
      clearBrowser(reply, cookie);
    },

    'GET /api/captcha': () => ({ kind: ctx.captcha.kind, siteKey: ctx.captcha.siteKey }),
    'GET /api/captcha/challenge': async (request) => {
      await ctx.attempts.take('challenge', toCaller(request).address, accountLimits.challenges);
      const challenge = await ctx.captcha.createChallenge();
      if (!challenge) throw apiError('not_found');
      return { ...challenge };
    },
    'POST /api/forgot-password': async (request) => {
      await forgotPassword(ctx, request.body, toCaller(request).address);
      return { retryAfter: mailRetryS };
    },
    'POST /api/reset-password/:resetLink': (request) =>
      resetPassword(ctx, request.params.resetLink, request.body.newPassword, toCaller(request).address),

    'GET /api/resend-activation': (request) => readActivation(ctx, getUser(request).id),
    'POST /api/resend-activation': async (request) => ({
      retryAfter: await resendActivation(ctx, getUser(request).id, request.body.lang),
    }),
    'GET /api/auth/activate/:link': async (request, reply) => {
      const { link } = request.params;
      const lang = (await findLinkLanguage(ctx, link)) ?? acceptedLanguage(request.headers['accept-language']);
      return reply.redirect(`/${lang}/activated-email?link=${encodeURIComponent(link)}`, 302);
    },
    'GET /api/auth/activate/:link/registration': (request) =>
      findRegistration(ctx, request.params.link, toCaller(request).address),
    'POST /api/auth/activate/:link': async (request) => {
      const { mine } = request.body;
      const { address } = toCaller(request);
      const userIds = await listCallers(ctx, request);
      await answerActivation(ctx, request.params.link, mine, { address, userIds });
      return { activated: mine };
    },
    'POST /api/change-email': async (request) => ({
      user: toUserDto(ctx, await correctEmail(ctx, getUser(request).id, request.body)),
    }),
    'POST /api/user/email': (request) => requestEmailChange(ctx, getSession(request), request.body),
    'POST /api/user/email/confirm/:link': async (request) => {
      const { address } = toCaller(request);
      return { email: await confirmEmailChange(ctx, getSession(request), request.params.link, address) };
    },

    'PUT /api/user/language': async (request) => ({
      user: toUserDto(ctx, await chooseLanguage(ctx, getUser(request).id, request.body.lang)),
    }),
    'GET /api/user/tours': async (request) => ({ closed: await findClosedTours(ctx.db, getUser(request).id) }),
    'PUT /api/user/tours': async (request) => {
      const { closed } = request.body;
      await updateClosedTours(ctx.db, getUser(request).id, [...new Set(closed)]);
      return { closed };
    },
    'GET /api/sessions': async (request) => ({ items: await listOwnSessions(ctx, getSession(request)) }),
    'DELETE /api/sessions': (request) => endOtherSessions(ctx, getSession(request)),
    'DELETE /api/sessions/:id': async (request) => {
      if (!(await endOwnSession(ctx, getUser(request).id, request.params.id))) throw apiError('not_found');
    },
  };
}

/** The users of the login sessions that a request presents: by its access token and by its cookie. */
async function listCallers(ctx: AccountsContext, request: FastifyRequest): Promise<string[]> {
  const session = await whoCalls(ctx, request);
  const refreshToken = request.cookies[refreshCookie(ctx.config.publicUrl).name];
  const ofCookie = refreshToken && (await findOwner(ctx, refreshToken));
  return [...(session ? [session.user.id] : []), ...(ofCookie ? [ofCookie] : [])];
}

/** Language of mails to a user when no request specifies another. */
async function chooseLanguage(ctx: AccountsContext, userId: string, lang: Language): Promise<UserRow> {
  const changed = await updateLanguage(ctx.db, userId, lang);
  if (!changed) throw apiError('unauthenticated');
  invalidateUser(ctx, userId);
  return changed;
}
