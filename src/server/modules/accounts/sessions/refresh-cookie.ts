import type { FastifyReply } from 'fastify';
import { refreshCookieName } from '#contract/accounts.ts';

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
