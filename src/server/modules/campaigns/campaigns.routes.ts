import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { adminPaths, type CampaignFigures, CampaignReport, CampaignsQuery } from '#contract/admin/admin.ts';
import type { Guard } from '#server/http/errors/route-errors.ts';
import { asksForCsv, csvLine, sendCsv } from '#server/http/csv.ts';
import { tagRoutes } from '#server/http/tag-routes.ts';
import type { ReportCampaigns } from './report-campaigns.ts';

interface CampaignsRoutesDependencies {
  /** Signed in, and an administrator. */
  readonly adminOnly: readonly Guard[];
  readonly recentlyConfirmed: Guard;
  readonly reportCampaigns: ReportCampaigns;
}

export const campaignsRoutes =
  ({ adminOnly, recentlyConfirmed, reportCampaigns }: CampaignsRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'admin');

    app.get(
      adminPaths.campaigns,
      {
        schema: {
          summary: 'What each campaign brought (JSON, or CSV by Accept: text/csv)',
          produces: ['application/json', 'text/csv'],
          querystring: CampaignsQuery,
          response: { 200: CampaignReport },
        },
        config: { errors: ['confirmation_required'] },
        preValidation: [...adminOnly],
      },
      async (request, reply) => {
        reply.header('vary', 'accept');
        const isFile = asksForCsv(request);
        if (isFile) await recentlyConfirmed(request, reply);
        const report = await reportCampaigns(request.query);
        if (!isFile) return report;
        return sendCsv(reply, `campaigns-${report.from}-${report.to}.csv`, campaignsCsv(report));
      },
    );
  };

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
