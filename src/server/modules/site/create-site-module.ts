import type { Config } from '#server/config.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import { releaseName } from '#server/start/read-release.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { siteRoutes } from './site.routes.ts';

interface SiteModuleDependencies {
  readonly config: Pick<Config, 'site' | 'sentryDsn'>;
  readonly accounts: Pick<AccountsApi, 'whoCalls' | 'isInternal'>;
}

export const createSiteModule = ({ config, accounts }: SiteModuleDependencies): ServerModule => ({
  routes: [
    siteRoutes({
      settings: config.site,
      reports: config.sentryDsn === null ? null : { dsn: config.sentryDsn, release: releaseName() },
      ...accounts,
    }),
  ],
  api: {},
  components: [],
});
