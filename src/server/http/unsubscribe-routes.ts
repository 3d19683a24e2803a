import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Received } from '#contract/endpoint.ts';
import type { openUnsubscribeLink, RequestedMail, unsubscribe } from '#contract/requested-mail.ts';
import type { UnsubscribableMail } from '#server/crypto/unsubscribe-token.ts';
import { acceptedLanguage } from './request-language.ts';

/** A mail client sends a form, whose content says nothing new. */
export const ignoreForms =
  (routes: FastifyPluginAsync): FastifyPluginAsync =>
  async (app) => {
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    app.addContentTypeParser(forms, { parseAs: 'string' }, async () => undefined);
    await app.register(routes);
  };

type Opened = FastifyRequest<Received<'/:token', typeof openUnsubscribeLink>>;
type Pressed = FastifyRequest<Received<'/:token', typeof unsubscribe>>;

/** The link in a mail that ends it. `end`: by the token of a mail; again: the same. */
export const handleUnsubscribing = (mail: UnsubscribableMail, end: (token: string) => Promise<void>) => ({
  open: (request: Opened, reply: FastifyReply) => {
    const lang = request.query.lang ?? acceptedLanguage(request.headers['accept-language']);
    const query = new URLSearchParams({ mail, token: request.params.token });
    return reply.redirect(`/${lang}/unsubscribe?${query.toString()}`, 302);
  },
  press: async (request: Pressed): Promise<RequestedMail> => {
    await end(request.params.token);
    return { isOn: false };
  },
});
