import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { adminPaths, type CampaignFigures, CampaignReport, CampaignsQuery } from '#contract/admin/admin.ts';
import type { Config } from '#server/config.ts';
import { asksForCsv, csvLine, sendCsv } from '#server/http/csv.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { reportCampaigns } from './report-campaigns.ts';

interface CampaignsModuleDependencies {
  readonly config: Pick<Config, 'revenue' | 'internalEmails'>;
  readonly platform: Pick<Platform, 'db' | 'clock'>;
  readonly accounts: Pick<AccountsApi, 'adminOnly' | 'recentlyConfirmed'>;
}

/** What each campaign brought, as JSON or as a file. */
export function createCampaignsModule({ platform, config, accounts }: CampaignsModuleDependencies): ServerModule {
  const ctx = { ...config, db: platform.db, clock: platform.clock };

  const routes: FastifyPluginAsyncZod = async (app) => {
    app.get(
      adminPaths.campaigns,
      {
        schema: {
          produces: ['application/json', 'text/csv'],
          querystring: CampaignsQuery,
          response: { 200: CampaignReport },
        },
        config: { errors: ['confirmation_required'] },
        preValidation: [...accounts.adminOnly],
      },
      async (request, reply) => {
        reply.header('vary', 'accept');
        const isFile = asksForCsv(request);
        if (isFile) await accounts.recentlyConfirmed(request, reply);
        const report = await reportCampaigns(ctx, request.query);
        if (!isFile) return report;
        return sendCsv(reply, `campaigns-${report.from}-${report.to}.csv`, campaignsCsv(report));
      },
    );
  };
  return { routes: [routes], api: {}, components: [] };
}

type Column = keyof CampaignFigures;

const columns: readonly Column[] = [
  'campaign',
  'registered',
  'activated',
  'withBrokerId',
  'activeTraders',
  'turnover',
  'expectedShare',
  'commission',
];

/**
 * One line per campaign. The name of a campaign comes from an address that anyone can write, so it
 * must not become a formula.
 */
const campaignsCsv = ({ campaigns }: CampaignReport): string =>
  [columns, ...campaigns.map((figures) => columns.map((column) => figures[column]))].map(csvLine).join('');
