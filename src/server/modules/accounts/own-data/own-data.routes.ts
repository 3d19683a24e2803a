import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountPaths } from '#contract/paths.ts';
import { ClosedTours, CloseToursBody, LanguageAnswer, LanguageBody } from '#contract/accounts.ts';
import { DeleteAccountBody, OwnData } from '#contract/own-data.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { tagRoutes } from '#server/http/tag-routes.ts';
import type { Accounts } from '../create-accounts.ts';
import { clearBrowser, refreshCookie } from '../sessions/refresh-cookie.ts';
import { getUser } from '../accounts.api.ts';

/** The user's own data: to change, export and delete. */
export const ownDataRoutes =
  (accounts: Accounts): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'accounts');
    const cookie = refreshCookie(accounts.publicUrl);
    guardRoutes(app, 'onRequest', rejectForeignOrigin(accounts.publicUrl));
    guardRoutes(app, 'preValidation', accounts.signedIn);

    app.put(
      accountPaths.language,
      {
        schema: {
          summary: 'The language that mails to me are written in',
          body: LanguageBody,
          response: { 200: LanguageAnswer },
        },
      },
      async (request) => ({
        user: accounts.toUserDto(await accounts.chooseLanguage(getUser(request).id, request.body.lang)),
      }),
    );

    app.get(
      accountPaths.tours,
      {
        schema: { summary: 'The tours of the tutorial that are not shown to me again', response: { 200: ClosedTours } },
      },
      async (request) => ({ closed: await accounts.tours.find(getUser(request).id) }),
    );

    app.put(
      accountPaths.tours,
      {
        schema: {
          summary: 'Which tours of the tutorial are not shown to me again',
          body: CloseToursBody,
          response: { 200: ClosedTours },
        },
      },
      async (request) => {
        const { closed } = request.body;
        await accounts.tours.save(getUser(request).id, closed);
        return { closed };
      },
    );

    app.get(
      accountPaths.exportData,
      { schema: { summary: 'Everything that is held about me, as a file', response: { 200: OwnData } } },
      async (request, reply) => {
        const { exportedAt, file } = await accounts.exportOwnData(getUser(request).id);
        reply.header('content-disposition', `attachment; filename="kurs-data-${exportedAt.slice(0, 10)}.json"`);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file is the text of such an answer
        return reply.type('application/json; charset=utf-8').send(file as never);
      },
    );

    app.post(
      accountPaths.deleteAccount,
      {
        schema: {
          summary: 'Delete my account for ever; the password confirms it',
          body: DeleteAccountBody,
          response: { 204: z.null() },
        },
        config: { errors: ['wrong_password', 'last_administrator', 'overloaded'] },
      },
      async (request, reply) => {
        await accounts.deleteAccount(getUser(request).id, request.body.password);
        return clearBrowser(reply, cookie).code(204).send(null);
      },
    );
  };
