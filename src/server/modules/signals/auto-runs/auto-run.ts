import type { AutoRun, stopReasons } from '#contract/signals.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { startOfDay } from '#domain/market/start-of-day.ts';
import { dayMs, type MarketClock, minuteMs, secondMs, startOfMinute } from '#domain/time.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import { type Executor, inTransaction, type Transaction, type UnitOfWork } from '#server/database/connection.ts';
import type { UserEvent } from '#server/modules/events/events.api.ts';
import type { SignalsContext } from '../signals-context.ts';
import type { SettledSignal } from '../signals.api.ts';
import type { SignalRow } from '../signals.repository.ts';
import {
  type AutoRunMove,
  type AutoRunPast,
  type AutoRunRow,
  type AutoRunSearch,
  type AutoRunStep,
  countAutomaticSince,
  findNewestAutoRun,
  insertAutoRunSignals,
  listSignalsOfAutoRun,
  listStepsOfSignals,
  lockOpenStep,
  lockRunningAutoRun,
  moveAutoRuns,
} from './auto-runs.repository.ts';

export const autoRunQueue = 'auto-runs';

export type StopReason = (typeof stopReasons)[number];

/** The states of a run, and which one follows when something happens in it. */
const transitions = {
  /** It has just begun, or rests after a result. */
  waiting: { nothingFound: 'searching', issued: 'running', ended: 'stopped' },
  /** Looks at the forecasts of each minute. */
  searching: { issued: 'running', ended: 'stopped' },
  /** A signal is open. */
  running: { settled: 'waiting', ended: 'stopped' },
  stopped: {},
} as const satisfies Record<AutoRunRow['state'], Partial<Record<RunEvent, AutoRunRow['state']>>>;

type RunEvent = 'nothingFound' | 'issued' | 'settled' | 'ended';

function nextState({ state }: AutoRunRow, event: RunEvent): AutoRunRow['state'] {
  const next: Partial<Record<RunEvent, AutoRunRow['state']>> = transitions[state];
  const found = next[event];
  if (!found) throw new Error(`an auto run that is ${state} cannot be ${event}`);
  return found;
}

/** An open signal stays; only no further one follows. */
export const stopAutoRun = (ctx: SignalsContext, userId: string, stopReason: StopReason): Promise<void> =>
  inTransaction(ctx.db, async (work) => {
    const current = await lockRunningAutoRun(work.tx, userId);
    if (current) await endAutoRun(ctx, work, current, { stopReason });
  });

/** The caller has locked the row. */
export const endAutoRun = (
  ctx: SignalsContext,
  work: UnitOfWork,
  run: AutoRunRow,
  end: { readonly stopReason: StopReason; readonly found?: AutoRunRow['found'] },
): Promise<AutoRunRow> => move(ctx, work, run, { event: 'ended', ...end });

/** Nothing has an edge: from now on the run looks at the forecasts of each minute. */
export const searchOn = (ctx: SignalsContext, step: AutoRunStep): Promise<void> =>
  inTransaction(ctx.db, async (work) => {
    const run = await lockOpenStep(work.tx, step);
    if (run?.state === 'waiting') await move(ctx, work, run, { event: 'nothingFound' });
  });

/** Goes on after the signal of a run, if it has its outcome. */
export const awaitResult = (ctx: SignalsContext, step: AutoRunStep): Promise<void> =>
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
async function move(ctx: SignalsContext, work: UnitOfWork, run: AutoRunRow, step: Step): Promise<AutoRunRow> {
  const change = toMove(ctx, run, step);
  const moved = { ...run, ...change, step: run.step + 1 };
  await moveAutoRuns(work.tx, [run.id], change);
  // Jobs are scheduled on the wall clock.
  const restMs = moved.nextSignalAt ? moved.nextSignalAt.getTime() - ctx.marketClock.now() : null;
  const startAfter = new Date(ctx.clock.now() + (restMs ?? 0) / getMarketSpeed(ctx.config.feed));
  if (restMs !== null) await ctx.jobs.send(work.tx, autoRunQueue, toStep(moved), { startAfter });
  await ctx.enqueueUserEvents(work, [toEvent(ctx, moved, await readPast(ctx, work.tx, moved))]);
  return moved;
}

function toMove({ marketClock: clock }: SignalsContext, run: AutoRunRow, step: Step): AutoRunMove {
  const { event, nextSignalAt = null, stopReason = null, found = null } = step;
  const state = nextState(run, event);
  return { state, nextSignalAt, stopReason, found, stoppedAt: state === 'stopped' ? new Date(clock.now()) : null };
}

/** The search of a run found this signal. */
interface EndedSearch {
  readonly search: AutoRunSearch;
  readonly signal: SignalRow;
}

/**
 * Moves runs on to their new signals, in the transaction that stores these; the caller has locked the
 * runs by `lockOpenSteps`. Returns the events to be published with the signals.
 */
export async function endSearches(
  ctx: SignalsContext,
  tx: Transaction,
  ended: readonly EndedSearch[],
): Promise<readonly UserEvent[]> {
  if (ended.length === 0) return [];
  await insertAutoRunSignals(
    tx,
    ended.map(({ search: { run }, signal }) => ({ runId: run.id, step: run.step, signalId: signal.id })),
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

/**
 * Queues the next step of each run whose signal settled; a lost notice is made up for by
 * `listSettledSteps` at the next minute.
 */
export function notifyAutoRuns(ctx: SignalsContext, settled: readonly SettledSignal[]): void {
  const notify = async (): Promise<void> => {
    const steps = await listStepsOfSignals(
      ctx.leaderDb,
      settled.map(({ id }) => id),
    );
    await ctx.jobs.sendAll(
      null,
      autoRunQueue,
      steps.map((data) => ({ data })),
    );
  };
  const work = notify().catch((err: unknown) => {
    ctx.log.error({ err }, 'queueing next steps of auto runs failed; they continue at the next minute');
  });
  ctx.notices.add(work);
  void work.finally(() => ctx.notices.delete(work));
}

/** Pause between a result and the search for the next signal. */
const betweenSignalsMs = minuteMs;

/** Why no further signal may follow; null: one may. A run that only announces issues none. */
export function findLimit(run: AutoRunRow, past: AutoRunPast): 'losses' | 'daily_limit' | null {
  if (!run.take) return null;
  if (lossesInARow(past) >= run.stopAfterLosses) return 'losses';
  return past.signalsToday >= run.dailyLimit ? 'daily_limit' : null;
}

/** Whether the signal that is being issued is the last one that the run was asked for. */
const isLastSignal = ({ count }: AutoRunRow, { signals }: AutoRunPast): boolean =>
  count !== null && signals.length + 1 >= count;

/** Since the last win; neutral and void signals neither count nor reset the series. */
function lossesInARow({ signals }: AutoRunPast): number {
  const lastWin = signals.findIndex(({ result }) => result === 'successful');
  const since = lastWin === -1 ? signals : signals.slice(0, lastWin);
  return since.filter(({ result }) => result === 'unsuccessful').length;
}

/** The reason for stopping stays visible for a day. */
const shownForMs = dayMs;

export async function readAutoRun(ctx: SignalsContext, userId: string): Promise<AutoRun | null> {
  const run = await findNewestAutoRun(ctx.db, userId);
  if (!run) return null;
  const isOver = run.stoppedAt && ctx.marketClock.now() - run.stoppedAt.getTime() >= shownForMs;
  return isOver || run.stopReason === 'user' ? null : toDto(ctx, ctx.db, run);
}

export async function readPast(ctx: SignalsContext, db: Executor, { id, userId }: AutoRunRow): Promise<AutoRunPast> {
  // Sequential, because the queries of a transaction share one connection.
  const signals = await listSignalsOfAutoRun(db, id);
  return { signals, signalsToday: await countAutomaticSince(db, userId, startOfToday(ctx)) };
}

export const startOfToday = ({ marketClock, dayStop }: SignalsContext): Date =>
  new Date(startOfDay(marketClock.now(), dayStop.timezone));

export const toDto = async (ctx: SignalsContext, db: Executor, run: AutoRunRow): Promise<AutoRun> =>
  toAutoRunDto(run, await readPast(ctx, db, run), ctx.marketClock);

export const toEvent = ({ marketClock: clock }: SignalsContext, run: AutoRunRow, past: AutoRunPast): UserEvent => ({
  userId: run.userId,
  name: 'session',
  data: toAutoRunDto(run, past, clock),
});

export const toStep = ({ id: runId, step }: AutoRunRow): AutoRunStep => ({ runId, step });

/** Delay between a minute's close and the statement of its forecasts. */
const statedAfterMs = secondMs;

/** When the next minute's forecasts are stated. */
const nextLook = (now: number): number => startOfMinute(now - statedAfterMs) + minuteMs + statedAfterMs;

export const toAutoRunDto = (run: AutoRunRow, past: AutoRunPast, clock: MarketClock): AutoRun => ({
  id: run.id,
  aiModel: run.aiModel,
  interval: run.interval,
  symbol: run.symbol,
  count: run.count,
  take: run.take,
  found: run.found,
  state: run.state,
  startedAt: toInstant(run.startedAt.getTime()),
  nextSignalAt: run.state === 'searching' ? toInstant(nextLook(clock.now())) : toInstantOrNull(run.nextSignalAt),
  signalsToday: past.signalsToday,
  lossesInARow: lossesInARow(past),
  limits: { stopAfterLosses: run.stopAfterLosses, dailyLimit: run.dailyLimit },
  ...(run.stopReason ? { stopReason: run.stopReason } : {}),
  lastSignalId: past.signals[0]?.id ?? null,
});
