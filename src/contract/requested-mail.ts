import { z } from 'zod';
import { languages } from '#domain/language.ts';
import type { Endpoint, Endpoints } from './endpoint.ts';
import { AnswerLang } from './wire.ts';

/** Whether a mail that users ask for is sent, such as the weekly digest. Off until turned on. */
export const RequestedMail = z.strictObject({ isOn: z.boolean() }).meta({ id: 'RequestedMail' });
export type RequestedMail = z.infer<typeof RequestedMail>;

const params = z.object({ token: z.string().max(200) });

/** The link in such a mail. Scanners open links of mails, so it only redirects to the page that asks. */
export const openUnsubscribeLink = {
  guards: [],
  params,
  query: z.object({ lang: z.enum(languages).optional() }),
  status: 302,
} satisfies Endpoint;

/** For that page, and for one click of a mail client (RFC 8058). */
export const unsubscribe = { guards: [], params, answer: RequestedMail, errors: ['link_invalid'] } satisfies Endpoint;

export const digestEndpoints = {
  'GET /api/user/digest-mail': { guards: ['signedIn'], answer: RequestedMail },
  'PUT /api/user/digest-mail': {
    guards: ['signedIn'],
    body: RequestedMail.extend({ lang: AnswerLang }),
    answer: RequestedMail,
  },
} satisfies Endpoints;

/** The link in the weekly digest. */
export const digestMailEndpoints = {
  'GET /api/user/digest-mail/unsubscribe/:token': openUnsubscribeLink,
  'POST /api/user/digest-mail/unsubscribe/:token': unsubscribe,
} satisfies Endpoints;
