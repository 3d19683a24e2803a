import { apiError } from '../api-error.ts';
import { type Guard, toGuard } from '../errors/route-errors.ts';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * For calls that rely on a cookie: rejects requests from pages of another site. Browsers set both
 * headers and pages cannot; a client without them carries no victim's cookie.
 */
export const rejectForeignOrigin = (publicUrl: string): Guard =>
  toGuard(['foreign_origin'], async ({ headers }) => {
    const { origin, host, 'sec-fetch-site': site } = headers;
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw apiError('foreign_origin');
    if (origin !== undefined && !isOwn(origin, publicUrl, host)) throw apiError('foreign_origin');
  });

/**
 * The public address, or the exact address that was requested: localhost, 127.0.0.1 and a host name
 * are one product. When the public address is https, its host over http counts as foreign, because
 * anyone on the network path could have written that page.
 */
function isOwn(origin: string, publicUrl: string, host: string | undefined): boolean {
  const own = new URL(publicUrl);
  const from = URL.parse(origin);
  if (!from) return false;
  const isDowngraded = own.protocol === 'https:' && from.protocol === 'http:' && from.hostname === own.hostname;
  return from.origin === own.origin || (from.host === host && !isDowngraded);
}

const mailboxPage = /^\/[a-z]{2}\/mailbox(?:[/?]|$)/;

/** Checks the matched route, because an encoded path matches it as well. */
const isMailbox = ({ routeOptions, url }: FastifyRequest): boolean =>
  routeOptions.url?.startsWith('/api/mailbox') === true || mailboxPage.test(url);

/** What proxies and tunnels add; some of them send the host name of this machine instead of the visitor's. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'cf-connecting-ip',
];

const isForwarded = ({ headers }: FastifyRequest): boolean => forwardingHeaders.some((name) => name in headers);

/**
 * Guards the page and the API of the demo mailbox, whose reader can sign in as any user. With DNS
 * rebinding, a page of another site shares our origin but sends its own host name; an IP address
 * cannot be rebound. The mailbox is for this machine alone, so nothing that a proxy passes on reads it.
 */
export function guardMailbox(app: FastifyInstance, publicUrl: string): void {
  const own = new URL(publicUrl).hostname;
  const isOwnName = (hostname: string): boolean =>
    hostname === own || hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  app.addHook('onRequest', async (request) => {
    if (!isMailbox(request)) return;
    if (isForwarded(request) || !isOwnName((request.hostname ?? '').toLowerCase())) throw apiError('foreign_host');
  });
}
