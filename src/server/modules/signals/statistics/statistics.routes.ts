import { adminSignalEndpoints } from '#contract/admin/signals.ts';
import { statisticsEndpoints } from '#contract/statistics.ts';
import { nameHistoryFile } from '#domain/signals/name-history-file.ts';
import { asksForCsv, sendCsv } from '#server/http/csv.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import { voidSignal } from '../settlement/void-signal.ts';
import type { SignalsContext } from '../signals-context.ts';
import { readAllSignals, readSignalFile } from './all-signals.ts';
import { exportHistory, readHistory } from './history.ts';
import { readStats } from './read-stats.ts';

/** Statistics of the caller's own signals; the caller is identified by the login session only. */
export const statisticsRoutes = (ctx: SignalsContext) =>
  serveEndpoints(statisticsEndpoints, ctx.accounts.guards, {
    'GET /api/signal/user/stats': (request) => readStats(ctx.db, getUser(request).id, request.query),
    'GET /api/signal/user/history': async (request, reply) => {
      const { id } = getUser(request);
      reply.header('vary', 'accept');
      if (!asksForCsv(request)) return readHistory(ctx, id, request.query);
      const { cursor: _cursor, limit: _limit, sort, ...filters } = request.query;
      const name = nameHistoryFile(filters, new Date(ctx.clock.now()).toISOString());
      return sendCsv(reply, name, exportHistory(ctx.db, id, filters, sort));
    },
  });

export const adminSignalsRoutes = (ctx: SignalsContext) =>
  serveEndpoints(adminSignalEndpoints, ctx.accounts.guards, {
    'GET /api/admin/signals': (request) => readAllSignals(ctx, getUser(request).id, request.query),
    'GET /api/admin/signals/:id': (request) => readSignalFile(ctx, getUser(request).id, request.params.id),
    'DELETE /api/signal/user/admin/deleteSignal/:id': (request) =>
      voidSignal(ctx, { adminId: getUser(request).id, signalId: request.params.id, ...request.body }),
  });
