import type { Clock } from '#domain/clock.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connection.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { campaignsRoutes } from './campaigns.routes.ts';
import { createReportCampaigns } from './report-campaigns.ts';

interface Needs {
  readonly config: Pick<Config, 'revenue' | 'internalEmails'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly accounts: Pick<AccountsApi, 'adminOnly' | 'recentlyConfirmed'>;
}

export function createCampaignsModule({
  config,
  db,
  clock,
  accounts: { adminOnly, recentlyConfirmed },
}: Needs): ServerModule {
  const { revenue, internalEmails } = config;
  const reportCampaigns = createReportCampaigns({ db, clock, revenue, internalEmails });
  return { routes: [campaignsRoutes({ adminOnly, recentlyConfirmed, reportCampaigns })], api: {}, components: [] };
}
