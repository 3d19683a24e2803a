import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { HistoryQuery, SignalFilters, SignalHistory, SignalStats, statisticsPaths } from '#contract/statistics.ts';
import { nameHistoryFile } from '#domain/signals/name-history-file.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { noContent } from '#server/http/answers.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import { asksForCsv, sendCsv } from '#server/http/csv.ts';
import { voidSignal } from '../settlement/void-signal.ts';
import type { SignalsContext } from '../signals-context.ts';
import { readAllSignals, readSignalFile } from './all-signals.ts';
import { exportHistory, readHistory } from './history.ts';
import { readStats } from './read-stats.ts';
import { z } from 'zod';
import { AllSignals, AllSignalsQuery, adminSignalPaths, SignalFile } from '#contract/admin/signals.ts';
import { signalPaths } from '#contract/paths.ts';
import { VoidSignalBody } from '#contract/signals.ts';

/** Statistics of the caller's own signals; the caller is identified by the login session only. */
export const statisticsRoutes =
  (ctx: SignalsContext): FastifyPluginAsyncZod =>
  async (app) => {
    guardRoutes(app, 'preValidation', ctx.accounts.signedIn);

    app.get(
      statisticsPaths.stats,
      { schema: { querystring: SignalFilters, response: { 200: SignalStats } } },
      (request) => readStats(ctx.db, getUser(request).id, request.query),
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
        if (!asksForCsv(request)) return readHistory(ctx, id, request.query);
        const { cursor: _cursor, limit: _limit, sort, ...filters } = request.query;
        const name = nameHistoryFile(filters, new Date(ctx.clock.now()).toISOString());
        return sendCsv(reply, name, exportHistory(ctx.db, id, filters, sort));
      },
    );
  };

const params = z.object({ id: z.string() });

export const adminSignalsRoutes =
  (ctx: SignalsContext): FastifyPluginAsyncZod =>
  async (app) => {
    guardRoutes(app, 'onRequest', ...ctx.accounts.adminOnly);

    app.get(
      adminSignalPaths.signals,
      {
        schema: { querystring: AllSignalsQuery, response: { 200: AllSignals } },
        config: { errors: ['user_not_found'] },
      },
      (request) => readAllSignals(ctx, getUser(request).id, request.query),
    );

    app.get(
      adminSignalPaths.signal,
      { schema: { params, response: { 200: SignalFile } }, config: { errors: ['signal_not_found'] } },
      (request) => readSignalFile(ctx, getUser(request).id, request.params.id),
    );

    app.delete(
      signalPaths.voidSignal,
      {
        config: { errors: ['signal_not_found', 'signal_expired'] },
        schema: { params, body: VoidSignalBody, response: { 204: z.null() } },
      },
      (request, reply) =>
        noContent(
          reply,
          voidSignal(ctx, { adminId: getUser(request).id, signalId: request.params.id, ...request.body }),
        ),
    );
  };
