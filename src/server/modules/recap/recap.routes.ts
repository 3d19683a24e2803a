import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { digestPaths, recapPaths } from '#contract/recap-paths.ts';
import { RequestedMail } from '#contract/recap.ts';
import { ApiErrorBody } from '#contract/api-error.ts';
import { languages } from '#domain/language.ts';
import { acceptedLanguage } from '#server/http/request-language.ts';
import { type Guard, userOf } from '#server/modules/accounts/accounts.api.ts';
import type { MailChoice } from './choose-mail.ts';

interface Needs {
  readonly signedIn: Guard;
  readonly choice: MailChoice;
  readonly mail: 'recap' | 'digest';
  readonly paths: typeof recapPaths | typeof digestPaths;
}

const tags = ['recap'];
const TokenParams = z.object({ token: z.string().max(200) });
const TokenQuery = z.object({ lang: z.enum(languages).optional() });

/** A mail that is turned on and off by its reader, and off by a link in it. */
export const mailChoiceRoutes =
  ({ signedIn, choice, mail, paths }: Needs): FastifyPluginAsyncZod =>
  async (app) => {
    const name = { recap: 'the daily recap', digest: 'the weekly digest' }[mail];
    // A mail client sends a form (RFC 8058), whose content says nothing new.
    app.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string' },
      async () => undefined,
    );

    app.get(
      paths.mail,
      {
        schema: { tags, summary: `Whether I get ${name} by mail`, response: { 200: RequestedMail, 401: ApiErrorBody } },
        preValidation: signedIn,
      },
      async (request) => ({ isOn: await choice.read(userOf(request).id) }),
    );

    app.put(
      paths.mail,
      {
        schema: {
          tags,
          summary: `Turn ${name} by mail on or off`,
          body: RequestedMail,
          response: { 200: RequestedMail, 400: ApiErrorBody, 401: ApiErrorBody },
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
      paths.unsubscribe,
      {
        schema: {
          tags,
          summary: `To the page that turns ${name} off`,
          params: TokenParams,
          querystring: TokenQuery,
          response: { 302: z.null() },
        },
      },
      async (request, reply) => {
        const lang = request.query.lang ?? acceptedLanguage(request.headers['accept-language']);
        const query = new URLSearchParams({ mail, token: request.params.token });
        return reply.redirect(`/${lang}/unsubscribe?${query.toString()}`, 302);
      },
    );

    app.post(
      paths.unsubscribe,
      {
        schema: {
          tags,
          summary: `Turn ${name} off by its link; again: the same answer`,
          params: TokenParams,
          response: { 200: RequestedMail, 400: ApiErrorBody },
        },
      },
      async (request) => {
        await choice.unsubscribe(request.params.token);
        return { isOn: false };
      },
    );
  };
