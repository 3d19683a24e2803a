import { signalAccessErrors } from '#domain/accounts/access.ts';
import { toInstant } from '#contract/wire.ts';
import type { ErrorCode } from '#domain/error-code.ts';
import { edgeHoldsMs } from '#domain/signals/entry-window.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { minuteMs } from '#domain/time.ts';
import { ageForecast } from '#engine/forecast/forecaster.ts';
import { inTransaction } from '#server/database/connection.ts';
import { ApiError } from '#server/http/api-error.ts';
import { isolateFailures } from '#server/jobs/isolate-failures.ts';
import { repeat } from '#server/jobs/repeat.ts';
import { pause } from '#server/jobs/scheduler.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import type { TraderPayouts } from '#server/modules/payouts/payouts.api.ts';
import type { Component } from '#server/start/component.ts';
import { chooseForecast, type ForecastRequest } from '../choose-forecast.ts';
import { issueSignal, requireOpenMarket } from '../issue-signal.ts';
import type { ChosenForecast } from '../draft-signal.ts';
import type { SignalsContext } from '../signals-context.ts';
import { autoRunQueue, awaitResult, endAutoRun, readPast, searchOn, type StopReason, toStep } from './auto-run.ts';
import {
  type AutoRunRow,
  type AutoRunStep,
  findOpenStep,
  listSearching,
  listSettledSteps,
  listSymbolsSince,
  lockOpenStep,
} from './auto-runs.repository.ts';

/** Steps and looks mostly wait for the database; requests use the rest of its connections, at least four. */
const atOnce = 16;

/**
 * Looks for all runs when the forecasts of a minute arrive, one minute after the other. Also by a timer,
 * because a closed market publishes no forecasts and its runs must stop. Several processes may look at
 * once: a step is taken once.
 */
export function lookingForEdges(ctx: SignalsContext): Component {
  const { looks } = ctx;
  let isWorking = false;
  ctx.market.onForecasts((forecasts) => {
    if (isWorking) void lookSoon(ctx, Math.max(...forecasts.map(({ barTime }) => barTime)));
  });
  const waking = repeat({
    everyMs: minuteMs,
    task: () => lookSoon(ctx, null),
    onError: () => undefined,
    after: ctx.scheduler.after,
  });
  return {
    name: 'auto runs',
    duty: 'work',
    start: async () => {
      await ctx.jobs.work<AutoRunStep>(autoRunQueue, (job) => takeStep(ctx, job), { concurrency: atOnce });
      isWorking = true;
      waking.start();
    },
    /** Resolves when the look under way has ended. */
    stop: async () => {
      isWorking = false;
      looks.stopping.abort();
      await Promise.all([waking.stop(), looks.current]);
    },
  };
}

function lookSoon(ctx: SignalsContext, minute: number | null): Promise<void> {
  const { looks } = ctx;
  const { signal } = looks.stopping;
  // A look that has not begun sees the newest forecasts too.
  if (looks.isQueued || signal.aborted) return looks.current;
  looks.isQueued = true;
  looks.current = looks.current.then(async () => {
    looks.isQueued = false;
    try {
      await lookForAll(ctx, minute, signal);
    } catch (error) {
      ctx.log.error({ err: error }, 'looking for edges for auto runs failed; the next look is in a minute');
    }
  });
  return looks.current;
}

/** Takes the step of a job: the first look of a run that begins or has rested, or the check of an outcome. */
async function takeStep(ctx: SignalsContext, job: AutoRunStep): Promise<void> {
  const run = await findOpenStep(ctx.db, job);
  if (run?.state === 'running') return awaitResult(ctx, job);
  if (run?.state !== 'waiting' || (run.nextSignalAt?.getTime() ?? 0) > ctx.marketClock.now()) return;
  await lookFor(ctx, await listSearching(ctx.db, new Date(ctx.marketClock.now()), { id: run.id }));
  await searchOn(ctx, job);
}

/** How long the statement of a minute is waited for, and how often it is checked. */
const statedWithinMs = 3_000;
const checkEveryMs = 50;
const batchSize = 500;

/** Looks for all runs that search, once the minute that began at `minute` is stated. */
async function lookForAll(ctx: SignalsContext, minute: number | null, stopping: AbortSignal): Promise<void> {
  for (let ms = 0; minute !== null && ms < statedWithinMs; ms += checkEveryMs) {
    if (await ctx.record.isMinuteStated(minute)) break;
    await pause(ctx.scheduler.after, checkEveryMs, stopping);
  }
  const failures = await isolateFailures(await listSettledSteps(ctx.db), async (steps) => {
    for (const step of steps) await awaitResult(ctx, step);
  });
  for (const { item, error } of failures) logFailure(ctx, item.runId, error);
  // A language model takes seconds, so the runs of local models do not wait for it.
  for (const models of ['local', 'llm'] as const) {
    let after: string | null = null;
    do {
      const now = new Date(ctx.marketClock.now());
      const runs: AutoRunRow[] = await listSearching(ctx.db, now, { models, after, limit: batchSize });
      await lookFor(ctx, runs);
      after = runs.length === batchSize ? (runs.at(-1)?.userId ?? null) : null;
    } while (after !== null && !stopping.aborted);
  }
}

/** Looks at the newest forecasts for these runs; writes nothing for those that find nothing. */
async function lookFor(ctx: SignalsContext, runs: readonly AutoRunRow[]): Promise<void> {
  if (runs.length === 0) return;
  const userIds = runs.map(({ userId }) => userId);
  const since = new Date(ctx.marketClock.now() - signalLimits.previousSignalWindowMs);
  const [users, stopped, payouts, recent] = await Promise.all([
    ctx.accounts.listUsers(userIds),
    ctx.dayStop.listStopped(userIds),
    ctx.payouts.listPayouts(userIds),
    listSymbolsSince(ctx.db, userIds, since),
  ]);
  const byId = new Map(users.map((user) => [user.id, user]));
  const looks = runs.map((run) => {
    const { userId, symbol } = run;
    const exclude = symbol === null ? (recent.get(userId) ?? []) : [];
    const [user, own] = [byId.get(userId), payouts.get(userId)];
    return { run, user, isStopped: stopped.has(userId), payouts: own, exclude };
  });
  const waiting = looks.values();
  const lookOn = async (): Promise<void> => {
    for (const look of waiting) await lookOnce(ctx, look);
  };
  await Promise.all(Array.from({ length: atOnce }, lookOn));
}

interface Look {
  readonly run: AutoRunRow;
  readonly user: User | undefined;
  readonly isStopped: boolean;
  readonly payouts: TraderPayouts | undefined;
  /** Pairs of the last signals. */
  readonly exclude: readonly string[];
}

/** A run that fails stops no other. */
async function lookOnce(ctx: SignalsContext, look: Look): Promise<void> {
  const { run } = look;
  try {
    const reason = await findOrStop(ctx, look);
    if (reason) await end(ctx, run, reason);
  } catch (error) {
    // Another process may have ended this look, or the user the run.
    if (!(error instanceof ApiError) && (await findOpenStep(ctx.db, toStep(run)))) logFailure(ctx, run.id, error);
  }
}

const logFailure = ({ log }: SignalsContext, run: string, err: unknown): void =>
  log.error({ err, run }, 'a step of an auto run failed; the next look is in a minute');

/** Why the run ends without a signal; null: it goes on, or has found one. */
async function findOrStop(ctx: SignalsContext, look: Look): Promise<StopReason | null> {
  const { user, payouts } = look;
  if (!user || user.isBlocked || !payouts) return 'access_lost';
  if (look.isStopped) return 'stopped_for_today';
  return findFor(ctx, { ...look, user, payouts }).then(() => null, toStopReason);
}

async function findFor(
  ctx: SignalsContext,
  { run, user, payouts, exclude }: Look & { readonly user: User; readonly payouts: TraderPayouts },
): Promise<void> {
  const { traders } = ctx;
  requireOpenMarket(ctx, [run.interval]);
  const mayLook = traders.mayReadPrices(user) && (run.aiModel !== 'vip' || traders.mayUseVip(user));
  // The broker is asked about a balance that is too old.
  if (!mayLook) await traders.requireSignalAccess(user, run.aiModel);
  const request: ForecastRequest & { user: User } = {
    user,
    model: run.aiModel,
    durations: [run.interval],
    symbol: run.symbol ?? undefined,
    exclude,
    payouts,
    isPracticeAllowed: false,
    isVipOpen: traders.mayUseVip(user),
  };
  const chosen = await chooseForecast(ctx, request);
  // The manual model states a forecast without an edge too.
  if (!chosen.hasEdge) return;
  if (!run.take) return announce(ctx, run, user, chosen);
  const { isVipOpen } = await traders.requireSignalAccess(user, run.aiModel);
  await issueSignal(ctx, { ...request, isVipOpen, search: { run, past: await readPast(ctx, ctx.db, run) } });
}

/** Ends the run with this forecast. */
async function announce(
  ctx: SignalsContext,
  run: AutoRunRow,
  user: User,
  { forecast, payout, aiModel }: ChosenForecast,
): Promise<void> {
  const now = ctx.marketClock.now();
  const aged = ageForecast(forecast, now);
  const { symbol, passability, decidedAt } = aged;
  const until = Math.min(now + edgeHoldsMs(aged, payout), decidedAt + minuteMs);
  const found = { symbol, aiModel, interval: run.interval, passability, payout, until: toInstant(until) };
  await inTransaction(ctx.db, async (work) => {
    const current = await lockOpenStep(work.tx, toStep(run));
    if (!current) return;
    for (const listener of ctx.foundListeners) await listener(work, { user, forecast: aged, until });
    // Afterwards, because its user event takes the lock of ordered writes.
    await endAutoRun(ctx, work, current, { stopReason: 'found', found });
  });
}

const end = (ctx: SignalsContext, run: AutoRunRow, stopReason: StopReason): Promise<void> =>
  inTransaction(ctx.db, async (work) => {
    const current = await lockOpenStep(work.tx, toStep(run));
    if (current) await endAutoRun(ctx, work, current, { stopReason });
  });

/**
 * Errors that stop the run: without access there is nothing to wait for, and in a closed market a
 * signal hours later would be a surprise.
 */
const accessErrorCodes: readonly ErrorCode[] = [
  ...signalAccessErrors.filter((code) => code !== 'broker_unavailable'),
  'vip_balance_required',
];

/** Throws an error that stops no run. */
function toStopReason(error: unknown): StopReason {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'market_closed' || code === 'stopped_for_today') return code;
  if (code !== null && accessErrorCodes.includes(code)) return 'access_lost';
  throw error;
}
