import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { AutoRun, StartAutoRunBody } from '#contract/signals.ts';
import { autoRunLimits } from '#domain/signals/limits.ts';
import { dayMs, type MarketClock } from '#domain/time.ts';
import { type Database, inTransaction, type Transaction, type UnitOfWork } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { EnqueueUserEvents, UserEvent } from '#server/modules/events/events.api.ts';
import { requireNoActive } from '../issue-signal.ts';
import type { RequireOpenMarket } from '../require-open-market.ts';
import type { ModelCatalogue } from '../signals.api.ts';
import { listOpenOfUser } from '../signals.repository.ts';
import {
  type AutoRunPast,
  betweenSignalsMs,
  type EndedSearch,
  findLimit,
  isLastSignal,
  latestResult,
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
  listAutoRunsOfSignals,
  listOverdueAutoRuns,
  listSignalsOfAutoRun,
  lockOpenStep,
  lockRunningAutoRun,
  moveAutoRuns,
} from './auto-runs.repository.ts';

export const autoRunQueue = 'signal-session';
/** Takes this step of an auto-signal run, unless it was taken already. */
export type AutoRunJob = AutoRunStep;

/** What a run needs to go on by a step. */
export interface AutoRunSteps {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send' | 'sendAll'>;
  readonly clock: MarketClock;
  /** Jobs are scheduled on the wall clock. */
  readonly toWallTime: (marketTime: number) => Date;
  /** Start of the trader's day, milliseconds of market time. */
  readonly startOfToday: () => number;
  readonly enqueueUserEvents: EnqueueUserEvents;
}

export interface StartContext extends AutoRunSteps {
  readonly symbols: () => readonly string[];
  readonly catalogue: Pick<ModelCatalogue, 'requireAvailable'>;
  readonly requireOpenMarket: RequireOpenMarket;
  readonly assertNotStopped: (userId: string) => Promise<void>;
}

type StartRequest = Omit<z.infer<typeof StartAutoRunBody>, 'lang'>;

/** Starts an auto-signal run. An identical one continues; a different one is replaced. */
export async function startAutoRun(ctx: StartContext, userId: string, request: StartRequest): Promise<AutoRun> {
  const { aiModel, interval, symbol } = request;
  if (symbol !== undefined && !ctx.symbols().includes(symbol)) throw apiError('unknown_symbol');
  if (aiModel === 'manual' && symbol === undefined) throw apiError('symbol_required');
  ctx.catalogue.requireAvailable(aiModel);
  ctx.requireOpenMarket([interval]);
  await ctx.assertNotStopped(userId);
  return inTransaction(ctx.db, async (work) => {
    const current = await lockRunningAutoRun(work.tx, userId);
    const run = newAutoRun(userId, await limitForToday(ctx, work.tx, userId, request), ctx.clock.now());
    if (current && isSame(current, run)) return toDto(ctx, work.tx, current);
    if (current) await endAutoRun(ctx, work, current, { stopReason: 'replaced' });
    // A run for so many signals begins after an open one.
    else if (run.count === null) requireNoActive(await listOpenOfUser(work.tx, userId, ctx.clock.now()));
    return begin(ctx, work, run);
  });
}

/** Of two concurrent calls one starts the run, and both return it. */
async function begin(ctx: AutoRunSteps, work: UnitOfWork, wanted: AutoRunRow): Promise<AutoRun> {
  const { tx } = work;
  const fresh = await insertAutoRun(tx, wanted);
  const run = fresh ?? (await lockRunningAutoRun(tx, wanted.userId));
  if (!run) throw new Error('insert of an auto-signal run returned neither a row nor a conflict');
  const past = await readPast(ctx, tx, run);
  const limit = fresh && findLimit(run, past);
  if (limit) return toAutoRunDto(await endAutoRun(ctx, work, run, { stopReason: limit }), past, ctx.clock);
  if (fresh) {
    await ctx.jobs.send(tx, autoRunQueue, toJob(run));
    await ctx.enqueueUserEvents(work, [toEvent(ctx, run, past)]);
  }
  return toAutoRunDto(run, past, ctx.clock);
}

/**
 * A limit that the user set for today stays in force today: it can be lowered at once and raised
 * from tomorrow on. A run for so many signals has no other.
 */
async function limitForToday(ctx: AutoRunSteps, tx: Transaction, userId: string, request: StartRequest) {
  const { max, default: usual } = autoRunLimits.dailyLimit;
  const wanted = request.dailyLimit ?? (request.count === undefined ? usual : max);
  const smallest = await findSmallestLimitSince(tx, userId, new Date(ctx.startOfToday()));
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
export const stopAutoRun = (ctx: AutoRunSteps, userId: string, stopReason: StopReason): Promise<void> =>
  inTransaction(ctx.db, async (work) => {
    const current = await lockRunningAutoRun(work.tx, userId);
    if (current) await endAutoRun(ctx, work, current, { stopReason });
  });

/** The reason for stopping stays visible for a day. */
const shownForMs = dayMs;

export async function readAutoRun(ctx: AutoRunSteps, userId: string): Promise<AutoRun | null> {
  const run = await findNewestAutoRun(ctx.db, userId);
  if (!run) return null;
  const isOver = run.stoppedAt && ctx.clock.now() - run.stoppedAt.getTime() >= shownForMs;
  return isOver || run.stopReason === 'user' ? null : toDto(ctx, ctx.db, run);
}

/** For a row that the caller has locked. */
export const endAutoRun = (
  ctx: AutoRunSteps,
  work: UnitOfWork,
  run: AutoRunRow,
  end: { readonly stopReason: StopReason; readonly found?: AutoRunRow['found'] },
): Promise<AutoRunRow> => move(ctx, work, run, { event: 'ended', ...end });

/** Nothing has an edge: from now on the run looks at the forecasts of each minute. */
export const searchOn = (ctx: AutoRunSteps, step: AutoRunStep): Promise<void> =>
  inTransaction(ctx.db, async (work) => {
    const run = await lockOpenStep(work.tx, step);
    if (run?.state === 'waiting') await move(ctx, work, run, { event: 'nothingFound' });
  });

/** Goes on after the signal of a run, if it has its outcome. */
export const awaitResult = (ctx: AutoRunSteps, step: AutoRunStep): Promise<void> =>
  inTransaction(ctx.db, async (work) => {
    const run = await lockOpenStep(work.tx, step);
    if (!run) return;
    const now = ctx.clock.now();
    const past = await readPast(ctx, work.tx, run);
    const [last] = past.signals;
    if (last && last.status !== 'settled') {
      await move(ctx, work, run, { event: 'stillOpen', jobAt: Math.max(latestResult(last), now + 1_000) });
      return;
    }
    const limit = findLimit(run, past);
    const at = Math.max(now, (last?.settledAt?.getTime() ?? now) + betweenSignalsMs);
    if (limit) await endAutoRun(ctx, work, run, { stopReason: limit });
    else await move(ctx, work, run, { event: 'settled', nextSignalAt: new Date(at), jobAt: at });
  });

interface Step extends Partial<Pick<AutoRunMove, 'nextSignalAt' | 'stopReason' | 'found'>> {
  readonly event: RunEvent;
  /** When a job takes the next step, in market time; absent: none does. */
  readonly jobAt?: number;
}

/** Takes a step of a run whose row is locked, and notifies its user if the state changes. */
async function move(ctx: AutoRunSteps, work: UnitOfWork, run: AutoRunRow, step: Step): Promise<AutoRunRow> {
  const change = toMove(ctx, run, step);
  const moved = { ...run, ...change, step: run.step + 1 };
  await moveAutoRuns(work.tx, [run.id], change);
  if (step.jobAt !== undefined)
    await ctx.jobs.send(work.tx, autoRunQueue, toJob(moved), { startAfter: ctx.toWallTime(step.jobAt) });
  if (moved.state !== run.state)
    await ctx.enqueueUserEvents(work, [toEvent(ctx, moved, await readPast(ctx, work.tx, moved))]);
  return moved;
}

function toMove({ clock }: AutoRunSteps, run: AutoRunRow, step: Step): AutoRunMove {
  const { event, nextSignalAt = null, stopReason = null, found = null } = step;
  const state = nextState(run, event);
  return { state, nextSignalAt, stopReason, found, stoppedAt: state === 'stopped' ? new Date(clock.now()) : null };
}

/**
 * Moves runs on to their new signals, in the transaction that stores these; the caller has locked the
 * runs by `lockOpenSteps`. Returns the events to be published with the signals.
 */
export async function endSearches(
  ctx: AutoRunSteps,
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
        startAfter: ctx.toWallTime(latestResult(signal)),
      }));
    const [first] = moved;
    if (!first) continue;
    const ids = moved.map(({ run }) => run.id);
    await moveAutoRuns(tx, ids, first.run);
    const awaited = isLast ? [] : moved;
    await ctx.jobs.sendAll(
      tx,
      autoRunQueue,
      awaited.map(({ run, startAfter }) => ({ data: toJob(run), startAfter })),
    );
    events.push(...moved.map(({ run, past }) => toEvent(ctx, run, past)));
  }
  return events;
}

/** By then the first attempts of their jobs have failed, or the jobs are lost. */
const overdueMs = 300_000;

/** Enqueues the next step of runs whose outcome none of their jobs has noticed. Returns their number. */
export async function wakeAutoRuns({ db, jobs, clock }: Pick<AutoRunSteps, 'db' | 'jobs' | 'clock'>): Promise<number> {
  const overdue = await listOverdueAutoRuns(db, new Date(clock.now() - overdueMs));
  await enqueueSteps(jobs, overdue);
  return overdue.length;
}

interface ResultNoticesDependencies {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'sendAll'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Triggers runs as soon as their signals have settled; without it they would check when the outcome is
 * due at the latest.
 */
export function createResultNotices({ db, jobs, log }: ResultNoticesDependencies) {
  const pending = new Set<Promise<void>>();
  let isStopped = false;
  return {
    enqueue: (signalIds: readonly string[]): void => {
      if (isStopped) return;
      const work = listAutoRunsOfSignals(db, signalIds)
        .then((steps) => enqueueSteps(jobs, steps))
        .catch((error: unknown) => {
          log.error({ err: error }, 'notifying auto-signal runs of results failed; they poll for them');
        });
      pending.add(work);
      void work.finally(() => pending.delete(work));
    },
    /** After this, runs find later settlements by themselves. */
    stop: async (): Promise<void> => {
      isStopped = true;
      await Promise.all(pending);
    },
  };
}

/** Enqueueing a step twice is idempotent because of its number. */
const enqueueSteps = (jobs: Pick<Jobs, 'sendAll'>, steps: readonly AutoRunJob[]): Promise<void> =>
  jobs.sendAll(
    null,
    autoRunQueue,
    steps.map((data) => ({ data })),
  );

export async function readPast(
  { startOfToday }: AutoRunSteps,
  db: Database | Transaction,
  { id, userId }: AutoRunRow,
): Promise<AutoRunPast> {
  // Sequential, because the queries of a transaction share one connection.
  const signals = await listSignalsOfAutoRun(db, id);
  return { signals, signalsToday: await countAutomaticSince(db, userId, new Date(startOfToday())) };
}

const toDto = async (ctx: AutoRunSteps, db: Database | Transaction, run: AutoRunRow): Promise<AutoRun> =>
  toAutoRunDto(run, await readPast(ctx, db, run), ctx.clock);

const toEvent = ({ clock }: AutoRunSteps, run: AutoRunRow, past: AutoRunPast): UserEvent => ({
  userId: run.userId,
  name: 'session',
  data: toAutoRunDto(run, past, clock),
});

const toJob = ({ id: sessionId, step }: AutoRunRow): AutoRunJob => ({ sessionId, step });
