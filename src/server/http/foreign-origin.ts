import type { preHandlerAsyncHookHandler } from 'fastify';
import { apiError } from './api-error.ts';

/**
 * For calls that rely on a cookie: what another site's page sends is refused. Browsers set both headers and pages
 * cannot; a program without them carries no victim's cookie.
 */
export const rejectForeignOrigin =
  (publicUrl: string): preHandlerAsyncHookHandler =>
  async (request) => {
    const { origin, host, 'sec-fetch-site': site } = request.headers;
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw apiError('foreign_origin');
    if (origin !== undefined && !isOwn(origin, publicUrl, host)) throw apiError('foreign_origin');
  };

/**
 * The public address, or the very address that was called: localhost, 127.0.0.1 and a name are one product. Where that is
 * https, the public host over http is a stranger: anybody on the way could have written its page.
 */
function isOwn(origin: string, publicUrl: string, host: string | undefined): boolean {
  const own = new URL(publicUrl);
  const from = URL.parse(origin);
  if (!from) return false;
  const isDowngraded = own.protocol === 'https:' && from.protocol === 'http:' && from.hostname === own.hostname;
  return from.origin === own.origin || (from.host === host && !isDowngraded);
}
