import type { SiteSettings } from '#contract/site.ts';
import { getDefaultTheme } from '#domain/app-theme.ts';
import type { Config } from '#server/config.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import { releaseName } from '#server/start/read-release.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { siteRoutes } from './site.routes.ts';

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
  return { ...settings, theme: getDefaultTheme({ theme, decorations, timezone }, now) };
}
