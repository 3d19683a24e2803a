import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accountPaths } from '#contract/paths.ts';
import { apiError } from '../api-error.ts';

const mailboxPage = /^\/[a-z]{2}\/mailbox(?:[/?]|$)/;

/** Checks the matched route, because an encoded path matches it as well. */
const isMailbox = ({ routeOptions, url }: FastifyRequest): boolean =>
  routeOptions.url?.startsWith(accountPaths.mailbox) === true || mailboxPage.test(url);

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
  const isOwn = (hostname: string): boolean =>
    hostname === own || hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  app.addHook('onRequest', async (request) => {
    if (!isMailbox(request)) return;
    if (isForwarded(request) || !isOwn((request.hostname ?? '').toLowerCase())) throw apiError('foreign_host');
  });
}
