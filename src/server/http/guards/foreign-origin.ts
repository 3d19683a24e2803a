import { apiError } from '../api-error.ts';
import { type Guard, createGuard } from '../errors/route-errors.ts';

/**
 * For calls that rely on a cookie: rejects requests from pages of another site. Browsers set both
 * headers and pages cannot; a client without them carries no victim's cookie.
 */
export const rejectForeignOrigin = (publicUrl: string): Guard =>
  createGuard(['foreign_origin'], async ({ headers }) => {
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
