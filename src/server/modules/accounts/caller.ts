import type { FastifyRequest, FastifyReply } from 'fastify';
import { clientAddress } from '#server/http/guards/rate-limits.ts';
import { refreshCookieName } from '#contract/accounts.ts';

/** Origin of a request, as needed by rate limits and the list of login sessions. */
export interface Caller {
  readonly address: string;
  readonly userAgent: string;
}

export const toCaller = (request: FastifyRequest): Caller => ({
  address: clientAddress(request),
  userAgent: request.headers['user-agent'] ?? '',
});

export function refreshCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  return {
    name: refreshCookieName(publicUrl),
    options: { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: 30 * 86_400 },
  } as const;
}

/**
 * Deletes the cookie and the HTTP cache. Not "storage": that would remove the service worker and
 * the choices of this device.
 */
export const clearBrowser = (reply: FastifyReply, { name, options }: ReturnType<typeof refreshCookie>): FastifyReply =>
  reply.clearCookie(name, options).header('clear-site-data', '"cache"');
