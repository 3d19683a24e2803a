import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accountPaths } from '#contract/account-paths.ts';
import { apiError } from './api-error.ts';

const mailboxPage = /^\/[a-z]{2}\/mailbox(?:[/?]|$)/;

/** By the route that was matched, since an encoded path matches it as well. */
const isMailbox = ({ routeOptions, url }: FastifyRequest): boolean =>
  routeOptions.url?.startsWith(accountPaths.mailbox) === true || mailboxPage.test(url);

/**
 * The page and the API of the demo's mailbox: whoever reads it may sign in as anybody. A page of another site whose name was made to point here (DNS rebinding) shares our origin, but names its own host. An
 * address cannot be made to point elsewhere.
 */
export function guardMailbox(app: FastifyInstance, publicUrl: string): void {
  const own = new URL(publicUrl).hostname;
  const isOwn = (hostname: string): boolean =>
    hostname === own || hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  app.addHook('onRequest', async (request) => {
    if (isMailbox(request) && !isOwn((request.hostname ?? '').toLowerCase())) throw apiError('foreign_host');
  });
}
