import type { FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { signalPaths } from '#contract/paths.ts';
import {
  Analytics,
  ChaseSignalQuery,
  IssueSignalQuery,
  Outlook,
  OutlookQuery,
  PairOutlook,
  PairOutlookQuery,
  Signal,
  TakeSignalBody,
} from '#contract/signals.ts';
import { Id, isId } from '#contract/wire.ts';
import { signalAccessErrors } from '#domain/accounts/access.ts';
import { type AiModelKey, aiModelKeys, isAiModelKey } from '#domain/signals/ai-model.ts';
import { pickerDurations } from '#domain/market/duration.ts';
import { limits } from '#domain/signals/limits.ts';
import { minuteMs } from '#domain/time.ts';
import { apiError } from '#server/http/api-error.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import { createSharedRateLimit } from '#server/http/guards/rate-limits.ts';
import { noContent } from '#server/http/answers.ts';
import { getUser, type User } from '#server/modules/accounts/accounts.api.ts';
import { chaseSignal, issueSignal, issueSignalErrors } from './issue-signal.ts';
import { deleteSignal, explainSignal, listSignals, readOthersSignals, takeSignal } from './own-signals.ts';
import { readOutlook, readPairOutlook } from './read-outlook.ts';
import type { SignalsContext } from './signals-context.ts';

/** HEAD must be safe (RFC 9110 9.2.1), and its caller would not see the signal. */
const exposeHeadRoute = false;

export const signalsRoutes =
  (ctx: SignalsContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { accounts } = ctx;
    guardRoutes(app, 'preValidation', accounts.signedIn);
    /** What an administrator passes before reading the signals of somebody else. */
    const forReadingOthers = [...accounts.adminOnly, accounts.recentlyConfirmed];
    /** Shared rate limit of all calls that issue a signal. */
    const countSignals = createSharedRateLimit(app, { max: limits.signalsPerMinute, timeWindow: minuteMs });

    const issue = async (user: User, model: AiModelKey | null, query: z.infer<typeof IssueSignalQuery>) => {
      const { isVipOpen } = await ctx.traders.requireSignalAccess(user, model ?? undefined);
      const { interval, symbol, exclude = [], below: isPracticeAllowed } = query;
      const durations = interval === 'any' ? pickerDurations : [interval];
      return issueSignal(ctx, { user, model, durations, symbol, exclude, isPracticeAllowed, isVipOpen });
    };
    const issuing = {
      exposeHeadRoute,
      onRequest: countSignals,
      config: { errors: [...issueSignalErrors, 'no_signal', 'symbol_required', 'unknown_symbol', 'unknown_model'] },
    } satisfies RouteShorthandOptions;
    const answer = { querystring: IssueSignalQuery, response: { 200: Signal } };

    app.get(signalPaths.signal, { ...issuing, schema: { ...answer } }, (request) =>
      issue(getUser(request), null, request.query),
    );

    app.get(
      `${signalPaths.signal}/:name`,
      { ...issuing, schema: { params: z.object({ name: z.string() }), ...answer } },
      (request) => issue(getUser(request), modelNamed(request.params.name), request.query),
    );

    app.get(
      signalPaths.chase,
      {
        exposeHeadRoute,
        schema: { params: z.object({ id: z.string() }), querystring: ChaseSignalQuery, response: { 200: Signal } },
        onRequest: countSignals,
        config: { errors: [...issueSignalErrors, 'no_signal', 'chase_not_allowed'] },
      },
      (request) => chaseSignal(ctx, getUser(request), request.params.id, { isPracticeAllowed: request.query.below }),
    );

    app.get(
      signalPaths.explain,
      {
        schema: { params: z.object({ name: z.string(), id: Id }), response: { 200: Analytics } },
        config: { errors: ['signal_not_found', 'unknown_model'] },
      },
      (request) => explainSignal(ctx, getUser(request).id, request.params.id, modelNamed(request.params.name)),
    );

    const seeing = { config: { errors: [...signalAccessErrors] } } satisfies RouteShorthandOptions;
    const readCaller = async (user: User) => {
      const { isVipOpen } = await ctx.traders.requireSignalAccess(user);
      return { isVipOpen, payouts: await ctx.payouts.readPayouts(user.id) };
    };

    app.get(
      signalPaths.outlook,
      { ...seeing, schema: { querystring: OutlookQuery, response: { 200: Outlook } } },
      async (request) => {
        const { exclude = [], symbol } = request.query;
        return readOutlook(ctx, { ...(await readCaller(getUser(request))), exclude, symbol });
      },
    );

    app.get(
      signalPaths.pairOutlook,
      { ...seeing, schema: { querystring: PairOutlookQuery, response: { 200: PairOutlook } } },
      async (request) => readPairOutlook(ctx, await readCaller(getUser(request)), request.query.interval),
    );

    app.get(
      signalPaths.userSignals,
      {
        schema: { params: z.object({ id: z.string() }), response: { 200: z.object({ items: z.array(Signal) }) } },
        config: { errors: ['not_found', 'confirmation_required'] },
      },
      async (request, reply) => {
        const { id } = request.params;
        const user = getUser(request);
        // An API key reads only what is its owner's.
        if (id !== user.id && isId(id) && accounts.isAdmin(user) && request.sessionId !== undefined) {
          for (const guard of forReadingOthers) await guard(request, reply);
          return { items: await readOthersSignals(ctx, user.id, id) };
        }
        await ownPath(request);
        return { items: await listSignals(ctx.db, id) };
      },
    );

    app.post(
      signalPaths.userSignals,
      {
        schema: { params: z.object({ id: z.string() }), body: TakeSignalBody, response: { 200: Signal, 201: Signal } },
        config: { errors: ['not_found', 'signal_not_found', 'signal_mismatch', 'signal_expired'] },
        preValidation: ownPath,
      },
      async (request, reply) => {
        const { signal, isFirst } = await takeSignal(ctx, getUser(request).id, request.body);
        return reply.code(isFirst ? 201 : 200).send(signal);
      },
    );

    app.delete(
      signalPaths.deleteSignal,
      {
        schema: { params: z.object({ id: z.string() }), response: { 204: z.null() } },
        config: { errors: ['signal_not_found'] },
      },
      (request, reply) => noContent(reply, deleteSignal(ctx, getUser(request).id, request.params.id)),
    );
  };

/** Another user's id looks like one that does not exist. */
async function ownPath(request: FastifyRequest<{ Params: { id: string } }>): Promise<void> {
  if (request.params.id !== getUser(request).id) throw apiError('not_found');
}

function modelNamed(name: string): AiModelKey {
  if (isAiModelKey(name)) return name;
  throw apiError('unknown_model', { details: { allowed: aiModelKeys }, params: { allowed: aiModelKeys.join(', ') } });
}
