import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { HistoryQuery, SignalFilters, SignalHistory, SignalStats, statisticsPaths } from '#contract/statistics.ts';
import type { WallClock } from '#domain/clock.ts';
import { nameHistoryFile } from '#domain/signals/name-history-file.ts';
import type { ChooseReads } from '#server/database/replica/choose-reads.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import { asksForCsv, sendCsv } from '#server/http/csv.ts';
import type { Guard } from '#server/http/errors/route-errors.ts';
import type { ExportHistory } from './history-csv.ts';
import type { ReadHistory } from './read-history.ts';
import type { ReadStats } from './read-stats.ts';

/** What is read of one user's signals. */
export interface StatisticsReads {
  readonly readHistory: ReadHistory;
  readonly exportHistory: ExportHistory;
  readonly readStats: ReadStats;
}

interface StatisticsRoutesDependencies {
  readonly signedIn: Guard;
  /** By the id of the user. */
  readonly chooseReads: ChooseReads<StatisticsReads, [string]>;
  readonly clock: WallClock;
}

const tags = ['signals'];
/** Statistics of the caller's own signals; the caller is identified by the login session only. */
export const statisticsRoutes =
  ({ signedIn, chooseReads, clock }: StatisticsRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      statisticsPaths.stats,
      {
        schema: {
          tags,
          summary: 'Own figures; signals that were taken off the lists are counted in `removed` alone',
          querystring: SignalFilters,
          response: { 200: SignalStats },
        },
        config: { scope: 'read' },
        preValidation: signedIn,
      },
      async (request, reply) => {
        const { id } = getUser(request);
        return (await chooseReads(reply, id)).readStats(id, request.query);
      },
    );

    app.get(
      statisticsPaths.history,
      {
        schema: {
          tags,
          summary: 'Own signals (JSON by pages; all of them by Accept: text/csv)',
          produces: ['application/json', 'text/csv'],
          querystring: HistoryQuery,
          response: { 200: SignalHistory },
        },
        config: { scope: 'read' },
        preValidation: signedIn,
      },
      async (request, reply) => {
        const { id } = getUser(request);
        const { readHistory, exportHistory } = await chooseReads(reply, id);
        reply.header('vary', 'accept');
        if (!asksForCsv(request)) return readHistory(id, request.query);
        const { cursor: _cursor, limit: _limit, sort, ...filters } = request.query;
        const name = nameHistoryFile(filters, new Date(clock.now()).toISOString());
        return sendCsv(reply, name, exportHistory(id, filters, sort));
      },
    );
  };
