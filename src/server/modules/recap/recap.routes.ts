import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { recapPaths } from '#contract/recap-paths.ts';
import { RecapMail } from '#contract/recap.ts';
import { ApiErrorBody } from '#contract/api-error.ts';
import { languages } from '#domain/language.ts';
import { acceptedLanguage } from '#server/http/request-language.ts';
import { type Guard, userOf } from '#server/modules/accounts/accounts.api.ts';
import type { RecapMailChoice } from './choose-recap-mail.ts';

interface Needs {
  readonly signedIn: Guard;
  readonly choice: RecapMailChoice;
}

const tags = ['recap'];
const TokenParams = z.object({ token: z.string().max(200) });
const TokenQuery = z.object({ lang: z.enum(languages).optional() });

/** The daily recap by mail: turned on and off by its reader, and off by a link of the mail. */
export const recapRoutes =
  ({ signedIn, choice }: Needs): FastifyPluginAsyncZod =>
  async (app) => {
    // A mail client sends a form (RFC 8058), whose content says nothing new.
    app.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string' },
      async () => undefined,
    );

    app.get(
      recapPaths.mail,
      {
        schema: { tags, summary: 'Whether I get the recap by mail', response: { 200: RecapMail, 401: ApiErrorBody } },
        preValidation: signedIn,
      },
      async (request) => ({ isOn: await choice.read(userOf(request).id) }),
    );

    app.put(
      recapPaths.mail,
      {
        schema: {
          tags,
          summary: 'Turn the recap by mail on or off',
          body: RecapMail,
          response: { 200: RecapMail, 400: ApiErrorBody, 401: ApiErrorBody },
        },
        preValidation: signedIn,
      },
      async (request) => {
        await choice.choose(userOf(request).id, request.body.isOn);
        return request.body;
      },
    );

    // Scanners open links of mails, so it only redirects to the page that asks.
    app.get(
      recapPaths.unsubscribe,
      {
        schema: {
          tags,
          summary: 'To the page that turns the mail off',
          params: TokenParams,
          querystring: TokenQuery,
          response: { 302: z.null() },
        },
      },
      async (request, reply) => {
        const lang = request.query.lang ?? acceptedLanguage(request.headers['accept-language']);
        return reply.redirect(`/${lang}/unsubscribe?token=${encodeURIComponent(request.params.token)}`, 302);
      },
    );

    app.post(
      recapPaths.unsubscribe,
      {
        schema: {
          tags,
          summary: 'Turn the mail off by its link; again: the same answer',
          params: TokenParams,
          response: { 200: RecapMail, 400: ApiErrorBody },
        },
      },
      async (request) => {
        await choice.unsubscribe(request.params.token);
        return { isOn: false };
      },
    );
  };
