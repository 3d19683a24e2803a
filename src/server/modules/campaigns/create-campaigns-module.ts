import type { Config } from '#server/config.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { campaignsRoutes } from './campaigns.routes.ts';
import { createReportCampaigns } from './report-campaigns.ts';

interface CampaignsModuleDependencies {
  readonly config: Pick<Config, 'revenue' | 'internalEmails'>;
  readonly platform: Pick<Platform, 'db' | 'clock'>;
  readonly accounts: Pick<AccountsApi, 'adminOnly' | 'recentlyConfirmed'>;
}

export function createCampaignsModule({
  platform: { db, clock },
  config,
  accounts: { adminOnly, recentlyConfirmed },
}: CampaignsModuleDependencies): ServerModule {
  const { revenue, internalEmails } = config;
  const reportCampaigns = createReportCampaigns({ db, clock, revenue, internalEmails });
  return { routes: [campaignsRoutes({ adminOnly, recentlyConfirmed, reportCampaigns })], api: {}, components: [] };
}
