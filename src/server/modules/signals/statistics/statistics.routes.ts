import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { HistoryQuery, SignalFilters, SignalHistory, SignalStats, statisticsPaths } from '#contract/statistics.ts';
import { nameHistoryFile } from '#domain/signals/name-history-file.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { noContent } from '#server/http/answers.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import { asksForCsv, sendCsv } from '#server/http/csv.ts';
import type { Statistics } from './create-statistics.ts';
import { z } from 'zod';
import { AllSignals, AllSignalsQuery, adminSignalPaths, SignalFile } from '#contract/admin/signals.ts';
import { signalPaths } from '#contract/paths.ts';
import { VoidSignalBody } from '#contract/signals.ts';

/** Statistics of the caller's own signals; the caller is identified by the login session only. */
export const statisticsRoutes =
  ({ signedIn, readHistory, exportHistory, readStats, clock }: Statistics['own']): FastifyPluginAsyncZod =>
  async (app) => {
    guardRoutes(app, 'preValidation', signedIn);

    app.get(
      statisticsPaths.stats,
      { schema: { querystring: SignalFilters, response: { 200: SignalStats } } },
      (request) => readStats(getUser(request).id, request.query),
    );

    app.get(
      statisticsPaths.history,
      {
        schema: {
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

const params = z.object({ id: z.string() });

export const adminSignalsRoutes =
  ({ adminOnly, listAllSignals, readSignalFile, voidSignal }: Statistics['administration']): FastifyPluginAsyncZod =>
  async (app) => {
    guardRoutes(app, 'onRequest', ...adminOnly);

    app.get(
      adminSignalPaths.signals,
      {
        schema: { querystring: AllSignalsQuery, response: { 200: AllSignals } },
        config: { errors: ['user_not_found'] },
      },
      (request) => listAllSignals(getUser(request).id, request.query),
    );

    app.get(
      adminSignalPaths.signal,
      { schema: { params, response: { 200: SignalFile } }, config: { errors: ['signal_not_found'] } },
      (request) => readSignalFile(getUser(request).id, request.params.id),
    );

    app.delete(
      signalPaths.voidSignal,
      {
        config: { errors: ['signal_not_found', 'signal_expired'] },
        schema: { params, body: VoidSignalBody, response: { 204: z.null() } },
      },
      (request, reply) =>
        noContent(reply, voidSignal({ adminId: getUser(request).id, signalId: request.params.id, ...request.body })),
    );
  };
