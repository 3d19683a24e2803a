import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { adminSignalEndpoints } from '#contract/admin/signals.ts';
import { autoRunEndpoints, type IssueSignalQuery, signalEndpoints } from '#contract/signals.ts';
import { statisticsEndpoints } from '#contract/statistics.ts';
import { isId } from '#contract/wire.ts';
import { pickerDurations } from '#domain/market/duration.ts';
import { type AiModelKey, aiModelKeys, isAiModelKey } from '#domain/signals/ai-model.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { nameHistoryFile } from '#domain/signals/name-history-file.ts';
import { minuteMs } from '#domain/time.ts';
import { apiError } from '#server/http/api-error.ts';
import { asksForCsv, sendCsv } from '#server/http/csv.ts';
import { type Handlers, serveEndpoints } from '#server/http/serve-endpoints.ts';
import { getUser, type User } from '#server/modules/accounts/accounts.api.ts';
import { readAutoRun, stopAutoRun } from './auto-runs/auto-run.ts';
import { startAutoRun } from './auto-runs/start-auto-run.ts';
import { chaseSignal, issueSignal } from './issue-signal.ts';
import { deleteSignal, explainSignal, listSignals, readOthersSignals, takeSignal } from './own-signals.ts';
import { readOutlook, readPairOutlook } from './read-outlook.ts';
import { voidSignal } from './settlement/void-signal.ts';
import type { SignalsContext } from './signals-context.ts';
import { readAllSignals, readSignalFile } from './statistics/all-signals.ts';
import { exportHistory, readHistory } from './statistics/history.ts';
import { readStats } from './statistics/read-stats.ts';

export const signalsRoutes =
  (ctx: SignalsContext): FastifyPluginAsync =>
  async (app) => {
    // Counted for all calls that issue a signal together; a limit of a route applies to that route alone.
    const count = app.createRateLimit({ max: signalLimits.signalsPerMinute, timeWindow: minuteMs });
    const onRequest = async (request: FastifyRequest): Promise<void> => {
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded)
        throw apiError('rate_limited', { retryAfterS: Math.max(1, counted.ttlInSeconds) });
    };
    // HEAD must be safe (RFC 9110 9.2.1), and its caller would not see the signal.
    const issuing = { exposeHeadRoute: false, onRequest };
    const options = {
      'GET /python_api/signal': issuing,
      'GET /python_api/signal/:name': issuing,
      'GET /python_api/signal/M2/:id': issuing,
    };
    await app.register(serveEndpoints(signalEndpoints, ctx.accounts.guards, createHandlers(ctx), options));
  };

function createHandlers(ctx: SignalsContext): Handlers<typeof signalEndpoints> {
  const { accounts } = ctx;
  /** What an administrator passes before reading the signals of somebody else. */
  const forReadingOthers = [...accounts.guards.admin, accounts.guards.recentlyConfirmed];
  const issue = async (user: User, model: AiModelKey | null, query: z.output<typeof IssueSignalQuery>) => {
    const { isVipOpen } = await ctx.traders.requireSignalAccess(user, model ?? undefined);
    const { interval, symbol, exclude = [], below: isPracticeAllowed } = query;
    const durations = interval === 'any' ? pickerDurations : [interval];
    return issueSignal(ctx, { user, model, durations, symbol, exclude, isPracticeAllowed, isVipOpen });
  };
  const readCaller = async (user: User) => {
    const { isVipOpen } = await ctx.traders.requireSignalAccess(user);
    return { isVipOpen, payouts: await ctx.payouts.readPayouts(user.id) };
  };
  return {
    'GET /python_api/signal': (request) => issue(getUser(request), null, request.query),
    'GET /python_api/signal/:name': (request) =>
      issue(getUser(request), modelNamed(request.params.name), request.query),
    'GET /python_api/signal/M2/:id': (request) =>
      chaseSignal(ctx, getUser(request), request.params.id, { isPracticeAllowed: request.query.below }),
    'GET /python_api/signal/:name/explain/:id': (request) =>
      explainSignal(ctx, getUser(request).id, request.params.id, modelNamed(request.params.name)),
    'GET /python_api/outlook': async (request) => {
      const { exclude = [], symbol } = request.query;
      return readOutlook(ctx, { ...(await readCaller(getUser(request))), exclude, symbol });
    },
    'GET /python_api/outlook/pairs': async (request) =>
      readPairOutlook(ctx, await readCaller(getUser(request)), request.query.interval),
    'GET /api/signal/user/:id': async (request, reply) => {
      const { id } = request.params;
      const user = getUser(request);
      // An API key reads only what is its owner's.
      if (id !== user.id && isId(id) && accounts.isAdmin(user) && request.sessionId !== undefined) {
        for (const guard of forReadingOthers) await guard(request, reply);
        return { items: await readOthersSignals(ctx, user.id, id) };
      }
      requireOwn(user, id);
      return { items: await listSignals(ctx.db, id) };
    },
    'POST /api/signal/user/:id': async (request, reply) => {
      const user = getUser(request);
      requireOwn(user, request.params.id);
      const { signal, isFirst } = await takeSignal(ctx, user.id, request.body);
      if (!isFirst) reply.code(200);
      return signal;
    },
    'DELETE /api/signal/delete/:id': (request) => deleteSignal(ctx, getUser(request).id, request.params.id),
  };
}

/** Another user's id looks like one that does not exist. */
function requireOwn(user: User, id: string): void {
  if (id !== user.id) throw apiError('not_found');
}

function modelNamed(name: string): AiModelKey {
  if (isAiModelKey(name)) return name;
  throw apiError('unknown_model', { details: { allowed: aiModelKeys }, params: { allowed: aiModelKeys.join(', ') } });
}

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

/** Routes of auto runs. */
export const autoRunsRoutes = (ctx: SignalsContext) =>
  serveEndpoints(autoRunEndpoints, ctx.accounts.guards, {
    'POST /api/signal/start': async (request) => {
      const user = getUser(request);
      await ctx.traders.requireSignalAccess(user, request.body.aiModel);
      return { session: await startAutoRun(ctx, user.id, request.body) };
    },
    'POST /api/signal/stop': (request) => stopAutoRun(ctx, getUser(request).id, 'user'),
    'GET /api/signal/session': async (request) => ({ session: await readAutoRun(ctx, getUser(request).id) }),
  });
