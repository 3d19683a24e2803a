import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountPaths, secondFactorPaths } from '#contract/paths.ts';
import {
  ClosedTours,
  CloseToursBody,
  LanguageAnswer,
  LanguageBody,
  OwnSessions,
  EmailChangeAnswer,
  EmailChangeBody,
  PendingEmailChange,
} from '#contract/accounts.ts';
import type { Language } from '#domain/language.ts';
import { DeleteAccountBody, OwnData } from '#contract/own-data.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { apiError } from '#server/http/api-error.ts';
import { noContent } from '#server/http/answers.ts';
import type { AccountsContext } from './accounts-context.ts';
import { findClosedTours, updateClosedTours, updateLanguage, type UserRow } from './accounts.repository.ts';
import { clearBrowser, refreshCookie, createCaller } from './caller.ts';
import { getUser } from './accounts.api.ts';
import { Id } from '#contract/wire.ts';
import { confirmEmailChange, requestEmailChange } from './email-change.ts';
import { deleteAccount } from './own-data/delete-account.ts';
import { exportOwnData } from './own-data/export-own-data.ts';
import { addTotp, confirm, readSecondFactor, removeTotp, renewRecoveryCodes, startTotp } from './second-factor.ts';
import { endOtherSessions, endOwnSession, invalidateUser, listOwnSessions } from './sessions/sessions.ts';
import { getSession, provenPassword, recentlyConfirmed, signedIn, signedInOrWaiting } from './sessions/signed-in.ts';
import { toUserDto } from './to-user-dto.ts';
import { ConfirmBody, NewTotp, RecoveryCodes, SecondFactor, TotpCodeBody } from '#contract/second-factor.ts';

/** The user's own data: to change, export and delete. */
export const ownDataRoutes =
  (ctx: AccountsContext): FastifyPluginAsyncZod =>
  async (app) => {
    const cookie = refreshCookie(ctx.config.publicUrl);
    guardRoutes(app, 'onRequest', rejectForeignOrigin(ctx.config.publicUrl));
    guardRoutes(app, 'preValidation', signedIn(ctx));

    app.put(
      accountPaths.language,
      { schema: { body: LanguageBody, response: { 200: LanguageAnswer } } },
      async (request) => ({
        user: toUserDto(ctx, await chooseLanguage(ctx, getUser(request).id, request.body.lang)),
      }),
    );

    app.get(accountPaths.tours, { schema: { response: { 200: ClosedTours } } }, async (request) => ({
      closed: await findClosedTours(ctx.db, getUser(request).id),
    }));

    app.put(
      accountPaths.tours,
      { schema: { body: CloseToursBody, response: { 200: ClosedTours } } },
      async (request) => {
        const { closed } = request.body;
        await updateClosedTours(ctx.db, getUser(request).id, [...new Set(closed)]);
        return { closed };
      },
    );

    app.get(accountPaths.exportData, { schema: { response: { 200: OwnData } } }, async (request, reply) => {
      const { exportedAt, file } = await exportOwnData(ctx, getUser(request).id);
      reply.header('content-disposition', `attachment; filename="kurs-data-${exportedAt.slice(0, 10)}.json"`);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file is the text of such an answer
      return reply.type('application/json; charset=utf-8').send(file as never);
    });

    app.post(
      accountPaths.deleteAccount,
      {
        schema: { body: DeleteAccountBody, response: { 204: z.null() } },
        config: { errors: ['wrong_password', 'last_administrator', 'overloaded'] },
      },
      async (request, reply) => {
        await deleteAccount(ctx, getSession(request), request.body.password);
        return clearBrowser(reply, cookie).code(204).send(null);
      },
    );
  };

/** Language of mails to a user when no request specifies another. */
async function chooseLanguage(ctx: AccountsContext, userId: string, lang: Language): Promise<UserRow> {
  const changed = await updateLanguage(ctx.db, userId, lang);
  if (!changed) throw apiError('unauthenticated');
  invalidateUser(ctx, userId);
  return changed;
}

/** Where a user is signed in. */
export const ownSessionsRoutes =
  (ctx: AccountsContext): FastifyPluginAsyncZod =>
  async (app) => {
    guardRoutes(app, 'onRequest', rejectForeignOrigin(ctx.config.publicUrl));
    guardRoutes(app, 'preValidation', signedIn(ctx));

    app.get(accountPaths.sessions, { schema: { response: { 200: OwnSessions } } }, async (request) => ({
      items: await listOwnSessions(ctx, getSession(request)),
    }));

    app.delete(accountPaths.sessions, { schema: { response: { 204: z.null() } } }, (request, reply) =>
      noContent(reply, endOtherSessions(ctx, getSession(request))),
    );

    app.delete(
      accountPaths.session,
      { schema: { params: z.object({ id: Id }), response: { 204: z.null() } }, config: { errors: ['not_found'] } },
      async (request, reply) => {
        if (!(await endOwnSession(ctx, getUser(request).id, request.params.id))) throw apiError('not_found');
        return reply.code(204).send(null);
      },
    );
  };

const params = z.object({ link: z.string() });

/** Another address for an activated account. */
export const emailChangeRoutes =
  (ctx: AccountsContext): FastifyPluginAsyncZod =>
  async (app) => {
    guardRoutes(app, 'onRequest', rejectForeignOrigin(ctx.config.publicUrl));

    app.post(
      accountPaths.emailChange,
      {
        schema: { body: EmailChangeBody, response: { 202: PendingEmailChange } },
        config: { errors: ['email_not_activated', 'wrong_password', 'email_taken', 'overloaded'] },
        preValidation: signedIn(ctx),
      },
      async (request, reply) => {
        const pending = await requestEmailChange(ctx, getSession(request), request.body);
        return reply.code(202).send(pending);
      },
    );

    app.post(
      accountPaths.confirmEmailChange,
      {
        schema: { params, response: { 200: EmailChangeAnswer } },
        config: { errors: ['link_invalid', 'email_taken'] },
        preValidation: signedIn(ctx),
      },
      async (request) => {
        const { address } = createCaller(request);
        return { email: await confirmEmailChange(ctx, getSession(request), request.params.link, address) };
      },
    );
  };

/** The second step of signing in: what it consists of, and passing it. */
export const secondFactorRoutes =
  (ctx: AccountsContext): FastifyPluginAsyncZod =>
  async (app) => {
    const confirmed = [signedIn(ctx), recentlyConfirmed(ctx)];
    guardRoutes(app, 'onRequest', rejectForeignOrigin(ctx.config.publicUrl));

    app.get(
      secondFactorPaths.state,
      { onRequest: signedInOrWaiting(ctx), schema: { response: { 200: SecondFactor } } },
      async (request) => {
        const { user } = getSession(request);
        return { state: request.secondFactor ?? 'off', ...(await readSecondFactor(ctx, user.id)) };
      },
    );

    app.post(
      secondFactorPaths.confirm,
      {
        onRequest: signedInOrWaiting(ctx),
        config: { errors: ['wrong_password', 'second_factor_failed', 'overloaded'] },
        schema: { body: ConfirmBody, response: { 204: z.null() } },
      },
      (request, reply) => {
        const trier = { address: createCaller(request).address, isWaiting: request.secondFactor === 'waiting' };
        return noContent(reply, confirm(ctx, getSession(request), request.body, trier));
      },
    );

    app.post(
      secondFactorPaths.totp,
      {
        config: { errors: ['limit_reached'] },
        onRequest: [...confirmed, provenPassword],
        schema: { response: { 201: NewTotp } },
      },
      async (request, reply) => reply.code(201).send(await startTotp(ctx, getSession(request))),
    );

    app.post(
      secondFactorPaths.totpCode,
      {
        config: { errors: ['second_factor_failed', 'not_found'] },
        onRequest: [...confirmed, provenPassword],
        schema: { body: TotpCodeBody, response: { 200: RecoveryCodes } },
      },
      (request) => addTotp(ctx, getSession(request), request.body.code),
    );

    app.delete(
      secondFactorPaths.totp,
      {
        config: { errors: ['not_found'] },
        onRequest: confirmed,
        schema: { response: { 204: z.null() } },
      },
      (request, reply) => noContent(reply, removeTotp(ctx, getSession(request))),
    );

    app.post(
      secondFactorPaths.recoveryCodes,
      {
        config: { errors: ['not_found'] },
        onRequest: confirmed,
        schema: { response: { 200: RecoveryCodes } },
      },
      (request) => renewRecoveryCodes(ctx, getSession(request)),
    );
  };
