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
import { DeleteAccountBody, OwnData } from '#contract/own-data.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { noContent } from '#server/http/answers.ts';
import type { Accounts } from './create-accounts.ts';
import { clearBrowser, refreshCookie, createCaller } from './caller.ts';
import { getUser } from './accounts.api.ts';
import { Id } from '#contract/wire.ts';
import { getSession, provenPassword } from './sessions/signed-in.ts';
import { ConfirmBody, NewTotp, RecoveryCodes, SecondFactor, TotpCodeBody } from '#contract/second-factor.ts';

/** The user's own data: to change, export and delete. */
export const ownDataRoutes =
  (accounts: Accounts): FastifyPluginAsyncZod =>
  async (app) => {
    const cookie = refreshCookie(accounts.publicUrl);
    guardRoutes(app, 'onRequest', rejectForeignOrigin(accounts.publicUrl));
    guardRoutes(app, 'preValidation', accounts.signedIn);

    app.put(
      accountPaths.language,
      { schema: { body: LanguageBody, response: { 200: LanguageAnswer } } },
      async (request) => ({
        user: accounts.toUserDto(await accounts.chooseLanguage(getUser(request).id, request.body.lang)),
      }),
    );

    app.get(accountPaths.tours, { schema: { response: { 200: ClosedTours } } }, async (request) => ({
      closed: await accounts.tours.find(getUser(request).id),
    }));

    app.put(
      accountPaths.tours,
      { schema: { body: CloseToursBody, response: { 200: ClosedTours } } },
      async (request) => {
        const { closed } = request.body;
        await accounts.tours.save(getUser(request).id, closed);
        return { closed };
      },
    );

    app.get(accountPaths.exportData, { schema: { response: { 200: OwnData } } }, async (request, reply) => {
      const { exportedAt, file } = await accounts.exportOwnData(getUser(request).id);
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
        await accounts.deleteAccount(getSession(request), request.body.password);
        return clearBrowser(reply, cookie).code(204).send(null);
      },
    );
  };

/** Where a user is signed in. */
export const ownSessionsRoutes =
  ({ ownSessions, signedIn, publicUrl }: Accounts): FastifyPluginAsyncZod =>
  async (app) => {
    guardRoutes(app, 'onRequest', rejectForeignOrigin(publicUrl));
    guardRoutes(app, 'preValidation', signedIn);

    app.get(accountPaths.sessions, { schema: { response: { 200: OwnSessions } } }, async (request) => ({
      items: await ownSessions.list(getSession(request)),
    }));

    app.delete(accountPaths.sessions, { schema: { response: { 204: z.null() } } }, (request, reply) =>
      noContent(reply, ownSessions.endOthers(getSession(request))),
    );

    app.delete(
      accountPaths.session,
      { schema: { params: z.object({ id: Id }), response: { 204: z.null() } }, config: { errors: ['not_found'] } },
      (request, reply) => noContent(reply, ownSessions.end(getSession(request), request.params.id)),
    );
  };

const params = z.object({ link: z.string() });

/** Another address for an activated account. */
export const emailChangeRoutes =
  (accounts: Accounts): FastifyPluginAsyncZod =>
  async (app) => {
    const { emailChange } = accounts;
    guardRoutes(app, 'onRequest', rejectForeignOrigin(accounts.publicUrl));

    app.post(
      accountPaths.emailChange,
      {
        schema: { body: EmailChangeBody, response: { 202: PendingEmailChange } },
        config: { errors: ['email_not_activated', 'wrong_password', 'email_taken', 'overloaded'] },
        preValidation: accounts.signedIn,
      },
      async (request, reply) => {
        const pending = await emailChange.request(getSession(request), request.body);
        return reply.code(202).send(pending);
      },
    );

    app.post(
      accountPaths.confirmEmailChange,
      {
        schema: { params, response: { 200: EmailChangeAnswer } },
        config: { errors: ['link_invalid', 'email_taken'] },
        preValidation: accounts.signedIn,
      },
      async (request) => {
        const { address } = createCaller(request);
        return { email: await emailChange.confirm(getSession(request), request.params.link, address) };
      },
    );
  };

/** The second step of signing in: what it consists of, and passing it. */
export const secondFactorRoutes =
  ({ secondFactor, signedIn, signedInOrWaiting, publicUrl, api }: Accounts): FastifyPluginAsyncZod =>
  async (app) => {
    const { read, confirm, startTotp, addTotp, removeTotp, renewRecoveryCodes } = secondFactor;
    guardRoutes(app, 'onRequest', rejectForeignOrigin(publicUrl));

    app.get(
      secondFactorPaths.state,
      { onRequest: signedInOrWaiting, schema: { response: { 200: SecondFactor } } },
      async (request) => {
        const { user } = getSession(request);
        return { state: request.secondFactor ?? 'off', ...(await read(user.id)) };
      },
    );

    app.post(
      secondFactorPaths.confirm,
      {
        onRequest: signedInOrWaiting,
        config: { errors: ['wrong_password', 'second_factor_failed', 'overloaded'] },
        schema: { body: ConfirmBody, response: { 204: z.null() } },
      },
      (request, reply) => {
        const trier = { address: createCaller(request).address, isWaiting: request.secondFactor === 'waiting' };
        return noContent(reply, confirm(getSession(request), request.body, trier));
      },
    );

    app.post(
      secondFactorPaths.totp,
      {
        config: { errors: ['limit_reached'] },
        onRequest: [signedIn, api.recentlyConfirmed, provenPassword],
        schema: { response: { 201: NewTotp } },
      },
      async (request, reply) => reply.code(201).send(await startTotp(getSession(request))),
    );

    app.post(
      secondFactorPaths.totpCode,
      {
        config: { errors: ['second_factor_failed', 'not_found'] },
        onRequest: [signedIn, api.recentlyConfirmed, provenPassword],
        schema: { body: TotpCodeBody, response: { 200: RecoveryCodes } },
      },
      (request) => addTotp(getSession(request), request.body.code),
    );

    app.delete(
      secondFactorPaths.totp,
      {
        config: { errors: ['not_found'] },
        onRequest: [signedIn, api.recentlyConfirmed],
        schema: { response: { 204: z.null() } },
      },
      (request, reply) => noContent(reply, removeTotp(getSession(request))),
    );

    app.post(
      secondFactorPaths.recoveryCodes,
      {
        config: { errors: ['not_found'] },
        onRequest: [signedIn, api.recentlyConfirmed],
        schema: { response: { 200: RecoveryCodes } },
      },
      (request) => renewRecoveryCodes(getSession(request)),
    );
  };
