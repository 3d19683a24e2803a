import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Received } from '#contract/endpoint.ts';
import type { openUnsubscribeLink, RequestedMail, unsubscribe } from '#contract/requested-mail.ts';
import { acceptedLanguage } from './request-language.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Language } from '#domain/language.ts';
import type { SecretConfig } from '#server/crypto/seal-text.ts';

/** A mail client unsubscribes by posting a form, whose content is not needed. */
export const ignoreForms =
  (routes: FastifyPluginAsync): FastifyPluginAsync =>
  async (app) => {
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    app.addContentTypeParser(forms, { parseAs: 'string' }, async () => undefined);
    await app.register(routes);
  };

type Opened = FastifyRequest<Received<'/:token', typeof openUnsubscribeLink>>;
type Pressed = FastifyRequest<Received<'/:token', typeof unsubscribe>>;

/** The link in a mail that ends it. `end` receives the token of the mail, and may be called again. */
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

/** `alerts`: also the results of own signals. */
type UnsubscribableMail = 'digest' | 'alerts';

/**
 * Signs the id of the user whose mails it ends; valid for as long as SECRET is. A token of one mail
 * does not end another one.
 */
export const signUnsubscribeToken = (config: SecretConfig, mail: UnsubscribableMail, userId: string): string =>
  `${userId}.${computeSignature(config, mail, userId)}`;

/** The user's id; null when the token was not signed by us. */
export function readUnsubscribeToken(config: SecretConfig, mail: UnsubscribableMail, token: string): string | null {
  const [userId = '', signature = ''] = token.split('.', 2);
  const given = Buffer.from(signature);
  const own = Buffer.from(computeSignature(config, mail, userId));
  return own.length === given.length && timingSafeEqual(own, given) ? userId : null;
}

const computeSignature = ({ secret }: SecretConfig, mail: UnsubscribableMail, userId: string): string =>
  createHmac('sha256', secret).update(`${mail} mail of ${userId}`).digest('base64url');

interface Link {
  readonly publicUrl: string;
  /** With `:token`. */
  readonly path: string;
  readonly token: string;
  readonly lang: Language;
}

/** For the mail and its List-Unsubscribe header; its page is in the language of the mail. */
export const unsubscribeAddress = ({ publicUrl, path, token, lang }: Link): string =>
  `${publicUrl}${path.replace(':token', token)}?lang=${lang}`;
