import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { AutoRun, StartAutoRunBody } from '#contract/signals.ts';
import { startOfDay } from '#domain/market/start-of-day.ts';
import { autoRunLimits } from '#domain/signals/limits.ts';
import { dayMs } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import { type Executor, inTransaction, type Transaction, type UnitOfWork } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { DayStopApi } from '#server/modules/day-stop/day-stop.api.ts';
import type { UserEvent } from '#server/modules/events/events.api.ts';
import type { PayoutsApi } from '#server/modules/payouts/payouts.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ChooseForecast } from '../choose-forecast.ts';
import { type IssueSignal, requireNoActive } from '../issue-signal.ts';
import type { RequireOpenMarket } from '../require-open-market.ts';
import type { FoundListener, ModelCatalogue } from '../signals.api.ts';
import { listOpenOfUser } from '../signals.repository.ts';
import {
  type AutoRunPast,
  betweenSignalsMs,
  type EndedSearch,
  findLimit,
  isLastSignal,
  nextState,
  type RunEvent,
  type StopReason,
  toAutoRunDto,
} from './auto-run.ts';
import {
  type AutoRunMove,
  type AutoRunRow,
  type AutoRunStep,
  countAutomaticSince,
  findNewestAutoRun,
  findSmallestLimitSince,
  insertAutoRun,
  insertAutoRunSignals,
  listStepsOfSignals,
  listSignalsOfAutoRun,
  lockOpenStep,
  lockRunningAutoRun,
  moveAutoRuns,
} from './auto-runs.repository.ts';

export const autoRunQueue = 'signal-session';
/** Takes this step of an auto-signal run, unless it was taken already. */
export type AutoRunJob = AutoRunStep;

/** Auto-signal runs, and what they are made of. */
export interface AutoRunsContext
  extends Pick<Platform, 'db' | 'clock' | 'marketClock' | 'scheduler' | 'enqueueUserEvents' | 'log'> {
  readonly config: Pick<Config, 'feed' | 'tradingHours'>;
  readonly market: Pick<MarketView, 'feed' | 'onForecasts'>;
  readonly jobs: Jobs;
  readonly catalogue: Pick<ModelCatalogue, 'requireAvailable'>;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'listUsers'>;
  readonly traders: Pick<TradersApi, 'requireSignalAccess' | 'mayReadPrices' | 'mayUseVip'>;
  readonly payouts: Pick<PayoutsApi, 'listPayouts'>;
  readonly record: Pick<RecordApi, 'isMinuteStated'>;
  readonly dayStop: Pick<DayStopApi, 'timezone' | 'assertNotStopped' | 'listStopped' | 'onStopped'>;
  readonly requireOpenMarket: RequireOpenMarket;
  readonly chooseForecast: ChooseForecast;
  readonly issueSignal: IssueSignal;
  readonly foundListeners: FoundListener[];
}

type StartRequest = Omit<z.infer<typeof StartAutoRunBody>, 'lang'>;

/** Starts an auto-signal run. An identical one continues; a different one is replaced. */
export async function startAutoRun(ctx: AutoRunsContext, userId: string, request: StartRequest): Promise<AutoRun> {
  const { aiModel, interval, symbol } = request;
  if (symbol !== undefined && !ctx.market.feed.symbols.includes(symbol)) throw apiError('unknown_symbol');
  if (aiModel === 'manual' && symbol === undefined) throw apiError('symbol_required');
  ctx.catalogue.requireAvailable(aiModel);
  ctx.requireOpenMarket([interval]);
  await ctx.dayStop.assertNotStopped(userId);
  return inTransaction(ctx.db, async (work) => {
    const current = await lockRunningAutoRun(work.tx, userId);
    const run = newAutoRun(userId, await limitForToday(ctx, work.tx, userId, request), ctx.marketClock.now());
    if (current && isSame(current, run)) return toDto(ctx, work.tx, current);
    if (current) await endAutoRun(ctx, work, current, { stopReason: 'replaced' });
    // A run for so many signals begins after an open one.
    else if (run.count === null) requireNoActive(await listOpenOfUser(work.tx, userId, ctx.marketClock.now()));
    return begin(ctx, work, run);
  });
}

/** Of two concurrent calls one starts the run, and both return it. */
async function begin(ctx: AutoRunsContext, work: UnitOfWork, wanted: AutoRunRow): Promise<AutoRun> {
  const { tx } = work;
  const fresh = await insertAutoRun(tx, wanted);
  const run = fresh ?? (await lockRunningAutoRun(tx, wanted.userId));
  if (!run) throw new Error('insert of an auto-signal run returned neither a row nor a conflict');
  const past = await readPast(ctx, tx, run);
  const limit = fresh && findLimit(run, past);
  if (limit) return toAutoRunDto(await endAutoRun(ctx, work, run, { stopReason: limit }), past, ctx.marketClock);
  if (fresh) {
    await ctx.jobs.send(tx, autoRunQueue, toJob(run));
    await ctx.enqueueUserEvents(work, [toEvent(ctx, run, past)]);
  }
  return toAutoRunDto(run, past, ctx.marketClock);
}

/**
 * A limit that the user set for today stays in force today: it can be lowered at once and raised
 * from tomorrow on. A run for so many signals has no other.
 */
async function limitForToday(ctx: AutoRunsContext, tx: Transaction, userId: string, request: StartRequest) {
  const { max, default: usual } = autoRunLimits.dailyLimit;
  const wanted = request.dailyLimit ?? (request.count === undefined ? usual : max);
  const smallest = await findSmallestLimitSince(tx, userId, startOfToday(ctx));
  return { ...request, dailyLimit: Math.min(wanted, smallest ?? wanted) };
}

const newAutoRun = (
  userId: string,
  {
    symbol = null,
    count = null,
    ...request
  }: Omit<StartRequest, 'symbol' | 'count'> & {
    readonly symbol?: string | null | undefined;
    readonly count?: number | null | undefined;
    readonly dailyLimit: number;
  },
  now: number,
): AutoRunRow => ({
  ...request,
  symbol,
  count,
  id: randomUUID(),
  userId,
  startedAt: new Date(now),
  step: 0,
  state: 'waiting',
  nextSignalAt: new Date(now),
  stoppedAt: null,
  stopReason: null,
  found: null,
});

const choice = ['aiModel', 'interval', 'symbol', 'count', 'take', 'stopAfterLosses', 'dailyLimit'] as const;
const isSame = (one: AutoRunRow, other: AutoRunRow): boolean => choice.every((key) => one[key] === other[key]);

/** An open signal stays; only no further one follows. */
export const stopAutoRun = (ctx: AutoRunsContext, userId: string, stopReason: StopReason): Promise<void> =>
  inTransaction(ctx.db, async (work) => {
    const current = await lockRunningAutoRun(work.tx, userId);
    if (current) await endAutoRun(ctx, work, current, { stopReason });
  });

/** The reason for stopping stays visible for a day. */
const shownForMs = dayMs;

export async function readAutoRun(ctx: AutoRunsContext, userId: string): Promise<AutoRun | null> {
  const run = await findNewestAutoRun(ctx.db, userId);
  if (!run) return null;
  const isOver = run.stoppedAt && ctx.marketClock.now() - run.stoppedAt.getTime() >= shownForMs;
  return isOver || run.stopReason === 'user' ? null : toDto(ctx, ctx.db, run);
}

/** For a row that the caller has locked. */
export const endAutoRun = (
  ctx: AutoRunsContext,
  work: UnitOfWork,
  run: AutoRunRow,
  end: { readonly stopReason: StopReason; readonly found?: AutoRunRow['found'] },
): Promise<AutoRunRow> => move(ctx, work, run, { event: 'ended', ...end });

/** Nothing has an edge: from now on the run looks at the forecasts of each minute. */
export const searchOn = (ctx: AutoRunsContext, step: AutoRunStep): Promise<void> =>
  inTransaction(ctx.db, async (work) => {
    const run = await lockOpenStep(work.tx, step);
    if (run?.state === 'waiting') await move(ctx, work, run, { event: 'nothingFound' });
  });

/** Goes on after the signal of a run, if it has its outcome. */
export const awaitResult = (ctx: AutoRunsContext, step: AutoRunStep): Promise<void> =>
  inTransaction(ctx.db, async (work) => {
    const run = await lockOpenStep(work.tx, step);
    if (!run) return;
    const now = ctx.marketClock.now();
    const past = await readPast(ctx, work.tx, run);
    const [last] = past.signals;
    if (last && last.status !== 'settled') return;
    const limit = findLimit(run, past);
    const at = Math.max(now, (last?.settledAt?.getTime() ?? now) + betweenSignalsMs);
    if (limit) await endAutoRun(ctx, work, run, { stopReason: limit });
    else await move(ctx, work, run, { event: 'settled', nextSignalAt: new Date(at) });
  });

interface Step extends Partial<Pick<AutoRunMove, 'nextSignalAt' | 'stopReason' | 'found'>> {
  readonly event: RunEvent;
}

/** Takes a step of a run whose row is locked, and notifies its user. */
async function move(ctx: AutoRunsContext, work: UnitOfWork, run: AutoRunRow, step: Step): Promise<AutoRunRow> {
  const change = toMove(ctx, run, step);
  const moved = { ...run, ...change, step: run.step + 1 };
  await moveAutoRuns(work.tx, [run.id], change);
  // Jobs are scheduled on the wall clock.
  const restMs = moved.nextSignalAt ? moved.nextSignalAt.getTime() - ctx.marketClock.now() : null;
  const startAfter = new Date(ctx.clock.now() + (restMs ?? 0) / getMarketSpeed(ctx.config.feed));
  if (restMs !== null) await ctx.jobs.send(work.tx, autoRunQueue, toJob(moved), { startAfter });
  await ctx.enqueueUserEvents(work, [toEvent(ctx, moved, await readPast(ctx, work.tx, moved))]);
  return moved;
}

function toMove({ marketClock: clock }: AutoRunsContext, run: AutoRunRow, step: Step): AutoRunMove {
  const { event, nextSignalAt = null, stopReason = null, found = null } = step;
  const state = nextState(run, event);
  return { state, nextSignalAt, stopReason, found, stoppedAt: state === 'stopped' ? new Date(clock.now()) : null };
}

/**
 * Moves runs on to their new signals, in the transaction that stores these; the caller has locked the
 * runs by `lockOpenSteps`. Returns the events to be published with the signals.
 */
export async function endSearches(
  ctx: AutoRunsContext,
  tx: Transaction,
  ended: readonly EndedSearch[],
): Promise<readonly UserEvent[]> {
  if (ended.length === 0) return [];
  await insertAutoRunSignals(
    tx,
    ended.map(({ search: { run }, signal }) => ({ sessionId: run.id, step: run.step, signalId: signal.id })),
  );
  const moves = [
    { isLast: false, step: { event: 'issued' } },
    { isLast: true, step: { event: 'ended', stopReason: 'found' } },
  ] as const;
  const events: UserEvent[] = [];
  for (const { isLast, step } of moves) {
    const moved = ended
      .filter(({ search: { run, past } }) => isLastSignal(run, past) === isLast)
      .map(({ search: { run, past }, signal }) => ({
        run: { ...run, ...toMove(ctx, run, step), step: run.step + 1 },
        past: { signals: [{ ...signal, settledAt: null }, ...past.signals], signalsToday: past.signalsToday + 1 },
      }));
    const [first] = moved;
    if (!first) continue;
    const ids = moved.map(({ run }) => run.id);
    await moveAutoRuns(tx, ids, first.run);
    events.push(...moved.map(({ run, past }) => toEvent(ctx, run, past)));
  }
  return events;
}

/** Without it, runs notice the outcomes of their signals when they look at the next minute. */
export function createResultNotices({ db, jobs, log }: Pick<Platform, 'db' | 'log'> & { readonly jobs: Jobs }) {
  const pending = new Set<Promise<void>>();
  let isStopped = false;
  const notify = async (signalIds: readonly string[]): Promise<void> => {
    const steps: readonly AutoRunJob[] = await listStepsOfSignals(db, signalIds);
    await jobs.sendAll(
      null,
      autoRunQueue,
      steps.map((data) => ({ data })),
    );
  };
  return {
    enqueue: (signalIds: readonly string[]): void => {
      if (isStopped) return;
      const work = notify(signalIds).catch((err: unknown) => {
        log.error({ err }, 'notifying auto-signal runs of results failed; they look for them');
      });
      pending.add(work);
      void work.finally(() => pending.delete(work));
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      await Promise.all(pending);
    },
  };
}

export async function readPast(ctx: AutoRunsContext, db: Executor, { id, userId }: AutoRunRow): Promise<AutoRunPast> {
  // Sequential, because the queries of a transaction share one connection.
  const signals = await listSignalsOfAutoRun(db, id);
  return { signals, signalsToday: await countAutomaticSince(db, userId, startOfToday(ctx)) };
}

const startOfToday = ({ marketClock, dayStop }: AutoRunsContext): Date =>
  new Date(startOfDay(marketClock.now(), dayStop.timezone));

const toDto = async (ctx: AutoRunsContext, db: Executor, run: AutoRunRow): Promise<AutoRun> =>
  toAutoRunDto(run, await readPast(ctx, db, run), ctx.marketClock);

const toEvent = ({ marketClock: clock }: AutoRunsContext, run: AutoRunRow, past: AutoRunPast): UserEvent => ({
  userId: run.userId,
  name: 'session',
  data: toAutoRunDto(run, past, clock),
});

const toJob = ({ id: sessionId, step }: AutoRunRow): AutoRunJob => ({ sessionId, step });
