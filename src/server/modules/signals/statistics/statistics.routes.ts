import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { HistoryQuery, SignalFilters, SignalHistory, SignalStats, statisticsPaths } from '#contract/statistics.ts';
import { nameHistoryFile } from '#domain/signals/name-history-file.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { tagRoutes } from '#server/http/tag-routes.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import { asksForCsv, sendCsv } from '#server/http/csv.ts';
import type { Statistics } from './create-statistics.ts';

/** Statistics of the caller's own signals; the caller is identified by the login session only. */
export const statisticsRoutes =
  ({ signedIn, readHistory, exportHistory, readStats, clock }: Statistics['own']): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'signals');
    guardRoutes(app, 'preValidation', signedIn);

    app.get(
      statisticsPaths.stats,
      {
        schema: {
          summary: 'Own figures; signals that were taken off the lists are counted in `removed` alone',
          querystring: SignalFilters,
          response: { 200: SignalStats },
        },
      },
      (request) => readStats(getUser(request).id, request.query),
    );

    app.get(
      statisticsPaths.history,
      {
        schema: {
          summary: 'Own signals (JSON by pages; all of them by Accept: text/csv)',
          produces: ['application/json', 'text/csv'],
          querystring: HistoryQuery,
          response: { 200: SignalHistory },
        },
      },
      async (request, reply) => {
        const { id } = getUser(request);
        reply.header('vary', 'accept');
        if (!asksForCsv(request)) return readHistory(id, request.query);
        const { cursor: _cursor, limit: _limit, sort, ...filters } = request.query;
        const name = nameHistoryFile(filters, new Date(clock.now()).toISOString());
        return sendCsv(reply, name, exportHistory(id, filters, sort));
      },
    );
  };
