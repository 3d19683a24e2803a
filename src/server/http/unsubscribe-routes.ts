import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { RequestedMail } from '#contract/accounts.ts';
import { languages } from '#domain/language.ts';
import type { UnsubscribableMail } from '#server/crypto/unsubscribe-token.ts';
import { acceptedLanguage } from './request-language.ts';

interface UnsubscribeRoutesDependencies {
  readonly mail: UnsubscribableMail;
  /** With `:token`. */
  readonly path: string;
  /** By the token of a mail; again: the same. */
  readonly unsubscribe: (token: string) => Promise<void>;
}

const TokenParams = z.object({ token: z.string().max(200) });
const TokenQuery = z.object({ lang: z.enum(languages).optional() });

/** The link in a mail that ends it, for its reader and for one click of a mail client (RFC 8058). */
export const unsubscribeRoutes =
  ({ mail, path, unsubscribe }: UnsubscribeRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    // A mail client sends a form, whose content says nothing new.
    app.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string' },
      async () => undefined,
    );

    // Scanners open links of mails, so it only redirects to the page that asks.
    app.get(
      path,
      { schema: { params: TokenParams, querystring: TokenQuery, response: { 302: z.null() } } },
      async (request, reply) => {
        const lang = request.query.lang ?? acceptedLanguage(request.headers['accept-language']);
        const query = new URLSearchParams({ mail, token: request.params.token });
        return reply.redirect(`/${lang}/unsubscribe?${query.toString()}`, 302);
      },
    );

    app.post(
      path,
      { schema: { params: TokenParams, response: { 200: RequestedMail } }, config: { errors: ['link_invalid'] } },
      async (request) => {
        await unsubscribe(request.params.token);
        return { isOn: false };
      },
    );
  };
