import { SiteSettings, ErrorReporting } from '#contract/site.ts';
import { areDecorationsDrawn } from '#domain/app-theme.ts';
import type { Config } from '#server/config.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import { releaseName } from '#server/start/read-release.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorReportsPath, sitePath } from '#contract/paths.ts';
import { isAutomated } from '#domain/is-automated.ts';

interface SiteContext extends Platform {
  readonly config: Config;
  readonly accounts: AccountsApi;
}

/** What every page asks for first: the operator's settings, and where errors are reported. */
export const siteModule = (ctx: SiteContext): ServerModule => ({ routes: [siteRoutes(ctx)], api: {}, components: [] });

/** Requested by every page, so cached: a changed setting becomes visible some minutes later. */
const cacheControl = 'public, max-age=300';

const siteRoutes =
  (ctx: SiteContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(sitePath, { schema: { response: { 200: SiteSettings } } }, async (_request, reply) => {
      reply.header('cache-control', cacheControl);
      return readSettings(ctx);
    });

    app.get(errorReportsPath, { schema: { response: { 200: ErrorReporting } } }, async (request) => {
      const { config, accounts } = ctx;
      if (config.sentryDsn === null) return { reports: null };
      const caller = await accounts.whoActs(request);
      const { 'user-agent': userAgent = '', 'accept-language': languages } = request.headers;
      const isExempt = caller
        ? accounts.isInternal(caller.user.email)
        : isAutomated({ userAgent, languages: languages ? [languages] : [] });
      return { reports: isExempt ? null : { dsn: config.sentryDsn, release: releaseName() } };
    });
  };

function readSettings({ config, clock }: SiteContext): SiteSettings {
  const { theme, decorations, timezone, ...settings } = config.site;
  return { ...settings, theme, decorations: areDecorationsDrawn({ theme, decorations, timezone }, clock.now()) };
}
