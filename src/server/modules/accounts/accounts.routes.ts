import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountPaths } from '#contract/paths.ts';
import {
  LoginBody,
  RegistrationBody,
  SessionAnswer,
  ActivateBody,
  Activated,
  ActivationState,
  ChangeEmailAnswer,
  ChangeEmailBody,
  LinkedRegistration,
  ResendBody,
  RetryAnswer,
  CaptchaKind,
  ForgotPasswordBody,
  ResetPasswordBody,
} from '#contract/accounts.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { apiError } from '#server/http/api-error.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { noContent } from '#server/http/answers.ts';
import { createCaller, clearBrowser, refreshCookie } from './caller.ts';
import { type AccountsContext, untilIdle } from './accounts-context.ts';
import { correctEmail } from './email-change.ts';
import { endOwnSession, endSession, findOwner, rotateSession, type SignedIn } from './sessions/sessions.ts';
import { getSecondFactor, signedIn, whoCalls } from './sessions/signed-in.ts';
import {
  answerActivation,
  findLinkLanguage,
  findRegistration,
  readActivation,
  resendActivation,
} from './sign-in/activate.ts';
import { logIn } from './sign-in/log-in.ts';
import { register, robotCheckErrors } from './sign-in/register.ts';
import { forgotPassword, resetPassword } from './sign-in/reset-password.ts';
import { toUserDto } from './to-user-dto.ts';
import { acceptedLanguage } from '#server/http/request-language.ts';
import { getUser } from './accounts.api.ts';
import { accountLimits, mailRetryS } from './account-limits.ts';

/** Signing in and staying signed in. */
export const accountsRoutes =
  (ctx: AccountsContext): FastifyPluginAsyncZod =>
  async (app) => {
    const cookie = refreshCookie(ctx.config.publicUrl);
    guardRoutes(app, 'onRequest', rejectForeignOrigin(ctx.config.publicUrl));

    const answer = (reply: FastifyReply, { accessToken, refreshToken, session }: SignedIn): SessionAnswer => {
      reply.header('cache-control', 'no-store');
      reply.setCookie(cookie.name, refreshToken, cookie.options);
      const secondFactor = getSecondFactor(ctx, session);
      return { accessToken, user: toUserDto(ctx, session.user), ...(secondFactor !== 'off' && { secondFactor }) };
    };

    app.post(
      accountPaths.registration,
      {
        schema: { body: RegistrationBody, response: { 201: SessionAnswer } },
        config: { errors: [...robotCheckErrors, 'email_taken', 'overloaded'] },
      },
      async (request, reply) => {
        const session = await register(ctx, request.body, createCaller(request));
        return reply.code(201).send(answer(reply, session));
      },
    );

    app.post(
      accountPaths.login,
      {
        schema: { body: LoginBody, response: { 200: SessionAnswer } },
        config: {
          errors: [...robotCheckErrors, 'captcha_required', 'invalid_credentials', 'account_blocked', 'overloaded'],
        },
      },
      async (request, reply) => answer(reply, await logIn(ctx, request.body, createCaller(request))),
    );

    app.get(
      accountPaths.refresh,
      { schema: { response: { 200: SessionAnswer } }, config: { errors: ['unauthenticated'] } },
      async (request, reply) => {
        const refreshToken = request.cookies[cookie.name];
        const session = refreshToken ? await rotateSession(ctx, refreshToken, createCaller(request).userAgent) : null;
        if (!session) {
          reply.clearCookie(cookie.name, cookie.options);
          throw apiError('unauthenticated');
        }
        return answer(reply, session);
      },
    );

    app.post(accountPaths.logout, { schema: { response: { 204: z.null() } } }, async (request, reply) => {
      const refreshToken = request.cookies[cookie.name];
      if (refreshToken) await endSession(ctx, refreshToken);
      // A client without cookies signs out by its access token.
      const session = await whoCalls(ctx, request);
      if (session) await endOwnSession(ctx, session.user.id, session.sessionId);
      return clearBrowser(reply, cookie).code(204).send(null);
    });
  };

const LinkParams = z.object({ link: z.string() });

/** Proving the e-mail address, and correcting it before that. */
export const activationRoutes =
  (ctx: AccountsContext): FastifyPluginAsyncZod =>
  async (app) => {
    const sameOrigin = rejectForeignOrigin(ctx.config.publicUrl);

    app.post(
      accountPaths.resendActivation,
      {
        schema: { body: ResendBody, response: { 202: RetryAnswer } },
        config: { errors: ['already_activated'] },
        onRequest: sameOrigin,
        preValidation: signedIn(ctx),
      },
      async (request, reply) => {
        const retryAfter = await resendActivation(ctx, getUser(request).id, request.body.lang);
        return reply.code(202).send({ retryAfter });
      },
    );

    app.get(
      accountPaths.resendActivation,
      { schema: { response: { 200: ActivationState } }, preValidation: signedIn(ctx) },
      async (request) => readActivation(ctx, getUser(request).id),
    );

    // Opened from mail clients and by scanners, so it only redirects to the page that asks.
    app.get(
      accountPaths.activate,
      { schema: { params: LinkParams, response: { 302: z.null() } } },
      async (request, reply) => {
        const { link } = request.params;
        const lang = (await findLinkLanguage(ctx, link)) ?? acceptedLanguage(request.headers['accept-language']);
        return reply.redirect(`/${lang}/activated-email?link=${encodeURIComponent(link)}`, 302);
      },
    );

    app.get(
      accountPaths.linkedRegistration,
      {
        schema: { params: LinkParams, response: { 200: LinkedRegistration } },
        config: { errors: ['link_invalid'] },
      },
      (request) => findRegistration(ctx, request.params.link, createCaller(request).address),
    );

    app.post(
      accountPaths.activate,
      {
        schema: { params: LinkParams, body: ActivateBody, response: { 200: Activated } },
        config: { errors: ['link_invalid'] },
        onRequest: sameOrigin,
      },
      async (request) => {
        const { address } = createCaller(request);
        const { mine } = request.body;
        const userIds = await listCallers(ctx, request);
        await answerActivation(ctx, request.params.link, mine, { address, userIds });
        return { activated: mine };
      },
    );

    app.post(
      accountPaths.changeEmail,
      {
        schema: { body: ChangeEmailBody, response: { 200: ChangeEmailAnswer } },
        config: { errors: [...robotCheckErrors, 'already_activated', 'email_taken', 'overloaded'] },
        onRequest: sameOrigin,
        preValidation: signedIn(ctx),
      },
      async (request) => ({ user: toUserDto(ctx, await correctEmail(ctx, getUser(request).id, request.body)) }),
    );
  };

/** The users of the login sessions that a request presents: by its access token and by its cookie. */
async function listCallers(ctx: AccountsContext, request: FastifyRequest): Promise<string[]> {
  const session = await whoCalls(ctx, request);
  const refreshToken = request.cookies[refreshCookie(ctx.config.publicUrl).name];
  const ofCookie = refreshToken && (await findOwner(ctx, refreshToken));
  return [...(session ? [session.user.id] : []), ...(ofCookie ? [ofCookie] : [])];
}

/** The robot check of the forms. */
export const captchaRoutes =
  ({ captcha, attempts }: AccountsContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(accountPaths.captcha, { schema: { response: { 200: CaptchaKind } } }, async () => ({
      kind: captcha.kind,
      siteKey: captcha.siteKey,
    }));

    app.get(
      accountPaths.captchaChallenge,
      { schema: { response: { 200: z.looseObject({}) } }, config: { errors: ['not_found'] } },
      async (request) => {
        await attempts.take('challenge', createCaller(request).address, accountLimits.challenges);
        const challenge = await captcha.createChallenge();
        if (!challenge) throw apiError('not_found');
        return { ...challenge };
      },
    );
  };

/** Password reset, by mail only. */
export const passwordResetRoutes =
  (ctx: AccountsContext): FastifyPluginAsyncZod =>
  async (app) => {
    guardRoutes(app, 'onRequest', rejectForeignOrigin(ctx.config.publicUrl));
    app.addHook('onClose', () => untilIdle(ctx));

    app.post(
      accountPaths.forgotPassword,
      {
        schema: { body: ForgotPasswordBody, response: { 202: RetryAnswer } },
        config: { errors: [...robotCheckErrors] },
      },
      async (request, reply) => {
        await forgotPassword(ctx, request.body, createCaller(request).address);
        return reply.code(202).send({ retryAfter: mailRetryS });
      },
    );

    app.post(
      accountPaths.resetPassword,
      {
        schema: { params: z.object({ resetLink: z.string() }), body: ResetPasswordBody, response: { 204: z.null() } },
        config: { errors: ['link_invalid', 'overloaded'] },
      },
      (request, reply) =>
        noContent(
          reply,
          resetPassword(ctx, request.params.resetLink, request.body.newPassword, createCaller(request).address),
        ),
    );
  };
