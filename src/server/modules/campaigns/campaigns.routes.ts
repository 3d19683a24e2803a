import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { adminPaths, type CampaignFigures, CampaignReport, CampaignsQuery } from '#contract/admin/admin.ts';
import type { Guard } from '#server/http/errors/route-errors.ts';
import { csvLine } from '#server/http/csv-line.ts';
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
    app.get(
      adminPaths.campaigns,
      {
        schema: {
          tags: ['admin'],
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
        const isFile = /^text\/csv\b/i.test(request.headers.accept ?? '');
        if (isFile) await recentlyConfirmed(request, reply);
        const report = await reportCampaigns(request.query);
        if (!isFile) return report;
        const name = `campaigns-${report.from}-${report.to}.csv`;
        reply.header('content-disposition', `attachment; filename="${name}"`);
        return (
          reply
            .type('text/csv; charset=utf-8')
            .serializer(String)
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema describes the JSON answer only
            .send(campaignsCsv(report) as never)
        );
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
