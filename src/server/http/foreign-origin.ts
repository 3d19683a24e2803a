import type { preHandlerAsyncHookHandler } from 'fastify';
import { problem } from './problem.ts';

/**
 * For calls that rely on a cookie: what another site's page sends is refused. Browsers set both headers and pages
 * cannot; a program without them carries no victim's cookie.
 */
export const refuseForeignOrigin =
  (publicUrl: string): preHandlerAsyncHookHandler =>
  async (request) => {
    const { origin, host, 'sec-fetch-site': site } = request.headers;
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw problem('foreign_origin');
    if (origin !== undefined && !isOwn(origin, publicUrl, host)) throw problem('foreign_origin');
  };

/** The public address, or the very address that was called: localhost, 127.0.0.1 and a name are one product. */
function isOwn(origin: string, publicUrl: string, host: string | undefined): boolean {
  if (origin === new URL(publicUrl).origin) return true;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host;
}
