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

interface SiteModuleDependencies {
  readonly config: Pick<Config, 'site' | 'sentryDsn'>;
  readonly platform: Pick<Platform, 'clock'>;
  readonly accounts: Pick<AccountsApi, 'whoActs' | 'isInternal'>;
}

export const createSiteModule = ({ config, platform, accounts }: SiteModuleDependencies): ServerModule => ({
  routes: [
    siteRoutes({
      getSettings: () => toSettings(config.site, platform.clock.now()),
      reports: config.sentryDsn === null ? null : { dsn: config.sentryDsn, release: releaseName() },
      whoActs: accounts.whoActs,
      isInternal: accounts.isInternal,
    }),
  ],
  api: {},
  components: [],
});

function toSettings({ theme, decorations, timezone, ...settings }: Config['site'], now: number): SiteSettings {
  return { ...settings, theme, decorations: areDecorationsDrawn({ theme, decorations, timezone }, now) };
}

interface SiteRoutesDependencies extends Pick<AccountsApi, 'whoActs' | 'isInternal'> {
  readonly getSettings: () => SiteSettings;
  readonly reports: ErrorReporting['reports'];
}

/** Requested by every page, so cached: a changed setting becomes visible some minutes later. */
const cacheControl = 'public, max-age=300';

export const siteRoutes =
  ({ getSettings, reports, whoActs, isInternal }: SiteRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(sitePath, { schema: { response: { 200: SiteSettings } } }, async (_request, reply) => {
      reply.header('cache-control', cacheControl);
      return getSettings();
    });

    app.get(errorReportsPath, { schema: { response: { 200: ErrorReporting } } }, async (request) => {
      if (reports === null) return { reports };
      const caller = await whoActs(request);
      const { 'user-agent': userAgent = '', 'accept-language': languages } = request.headers;
      const isExempt = caller
        ? isInternal(caller.user.email)
        : isAutomated({ userAgent, languages: languages ? [languages] : [] });
      return { reports: isExempt ? null : reports };
    });
  };
