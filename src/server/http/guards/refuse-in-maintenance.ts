import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toInstantOrNull } from '#contract/wire.ts';
import { secondMs } from '#domain/time.ts';
import { apiError } from '../api-error.ts';
import { describeMaintenance } from '../pages/maintenance-page.ts';
import { sendPlainPage } from '../pages/plain-page.ts';
import { isApiCall } from './rate-limits.ts';

export interface MaintenanceOptions {
  /** `until`: the expected end; null: unknown. Null: there is none. */
  readonly get: () => { readonly until: Date | null } | null;
  readonly now: () => number;
  readonly timezone: string;
}

const servedPages = /^\/[a-z]{2}\/(admin|login|second-factor|signal|record)(\/|\?|$)/;

/** Answers everything else with 503: calls with an error, pages with a page that says so. */
export function refuseInMaintenance(app: FastifyInstance, { get, now, timezone }: MaintenanceOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    const maintenance = get();
    if (!maintenance || isServed(request)) return;
    const { until } = maintenance;
    const retryAfterS = getRetryAfter(until, now());
    if (isApiCall(request)) throw apiError('maintenance', { retryAfterS, details: { until: toInstantOrNull(until) } });
    reply.errorCode = 'maintenance';
    reply.header('retry-after', retryAfterS);
    return sendPlainPage(request, reply, (language) => {
      const { title, text } = describeMaintenance(until, language, timezone);
      return { status: 503, title, content: `<p>${text}</p>`, refreshS: pageRefreshS };
    });
  });
}

const pageRefreshS = 60;

function isServed(request: FastifyRequest): boolean {
  const { url, routeOptions } = request;
  if (isApiCall(request)) return routeOptions.config.inMaintenance === true;
  return isFile(url) || servedPages.test(url);
}

/** A script, a style or a picture, not a page. */
const isFile = (url: string): boolean => /\.\w+$/.test(url.split('?', 1)[0] ?? '');

const [minRetryS, maxRetryS] = [60, 3_600];

const getRetryAfter = (until: Date | null, now: number): number =>
  Math.min(maxRetryS, Math.max(minRetryS, Math.ceil(((until?.getTime() ?? now) - now) / secondMs)));
