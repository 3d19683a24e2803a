import { noticeEndpoints } from '#contract/admin/notices.ts';
import { siteEndpoints, type SiteSettings } from '#contract/site.ts';
import { areDecorationsDrawn } from '#domain/app-theme.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import { releaseName } from '#server/start/read-release.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import { isAutomated } from '#domain/is-automated.ts';
import type { SiteApi } from './site.api.ts';
import {
  changeAnnouncement,
  changeMaintenance,
  followNotices,
  openSite,
  readAnnouncement,
  readMaintenance,
  siteApi,
  type SiteContext,
  switchModel,
} from './site-notices.ts';

/** Requested by every page, so cached: a changed setting becomes visible some minutes later. */
const cacheControl = 'public, max-age=300';

/** Settings of every page, the address for its error reports, and the operator's notices. */
export function siteModule(given: Parameters<typeof openSite>[0]): ServerModule<SiteApi> {
  const ctx = openSite(given);
  return { routes: [siteRoutes(ctx), noticeRoutes(ctx)], api: siteApi(ctx), components: [followNotices(ctx)] };
}

const siteRoutes = (ctx: SiteContext) =>
  serveEndpoints(
    siteEndpoints,
    {},
    {
      'GET /api/site': (_request, reply) => {
        reply.header('cache-control', cacheControl);
        return readSettings(ctx);
      },
      'GET /api/site/error-reports': async (request) => {
        const { config, accounts } = ctx;
        if (config.sentryDsn === null) return { reports: null };
        const caller = await accounts.whoActs(request);
        const { 'user-agent': userAgent = '', 'accept-language': languages } = request.headers;
        const isExempt = caller
          ? accounts.isInternal(caller.user.email)
          : isAutomated({ userAgent, languages: languages ? [languages] : [] });
        return { reports: isExempt ? null : { dsn: config.sentryDsn, release: releaseName(config.brand.slug) } };
      },
    },
  );

const noticeRoutes = (ctx: SiteContext) =>
  serveEndpoints(noticeEndpoints, ctx.accounts.guards, {
    'GET /api/admin/announcement': () => readAnnouncement(ctx),
    'PUT /api/admin/announcement': (request) => changeAnnouncement(ctx, getUser(request).id, request.body),
    'GET /api/admin/maintenance': () => readMaintenance(ctx),
    'PUT /api/admin/maintenance': (request) => changeMaintenance(ctx, getUser(request).id, request.body),
    'PUT /api/admin/models/:key': async (request) => {
      const { off } = request.body;
      await switchModel(ctx, getUser(request).id, request.params.key, off);
      return { off };
    },
  });

function readSettings({ config, clock }: SiteContext): SiteSettings {
  const { theme, decorations, timezone, ...settings } = config.site;
  return { ...settings, theme, decorations: areDecorationsDrawn({ theme, decorations, timezone }, clock.now()) };
}
