import { siteEndpoints, type SiteSettings } from '#contract/site.ts';
import { areDecorationsDrawn } from '#domain/app-theme.ts';
import type { Config } from '#server/config.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import { releaseName } from '#server/start/read-release.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import { isAutomated } from '#domain/is-automated.ts';

interface SiteContext extends Platform {
  readonly config: Config;
  readonly accounts: AccountsApi;
}

/** Requested by every page, so cached: a changed setting becomes visible some minutes later. */
const cacheControl = 'public, max-age=300';

/** What every page asks for first: the operator's settings, and where errors are reported. */
export const siteModule = (ctx: SiteContext): ServerModule => ({
  routes: [
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
          return { reports: isExempt ? null : { dsn: config.sentryDsn, release: releaseName() } };
        },
      },
    ),
  ],
  api: {},
  components: [],
});

function readSettings({ config, clock }: SiteContext): SiteSettings {
  const { theme, decorations, timezone, ...settings } = config.site;
  return { ...settings, theme, decorations: areDecorationsDrawn({ theme, decorations, timezone }, clock.now()) };
}
