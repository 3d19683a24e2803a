import type { AutoRun } from '#contract/signals.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { startOfDay } from '#domain/market/start-of-day.ts';
import type { Config } from '#server/config.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import type { Executor, Transaction, UnitOfWork } from '#server/database/connection.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { UserEvent } from '#server/modules/events/events.api.ts';
import type { DayStopApi } from '#server/modules/day-stop/day-stop.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { type AutoRunPast, latestResult, lossesInARow } from './auto-run-step.ts';
import {
  type AutoRunRow,
  type AutoRunStep,
  countAutomaticSince,
  insertAutoRunSignals,
  listSignalsOfAutoRun,
  updateAutoRun,
  updateToRunning,
} from './auto-runs.repository.ts';
import type { SignalRow } from '../signals.repository.ts';

export const autoRunQueue = 'signal-session';
/** Takes this step of an auto-signal run, unless it was taken already. */
export type AutoRunJob = AutoRunStep;

type Change = Partial<Pick<AutoRunRow, 'state' | 'nextSignalAt' | 'stopReason'>>;

/**
 * Reads and advances auto-signal runs in one place, so that no step is taken without the next one
 * being scheduled.
 */
export interface AutoRunStore {
  readPast(db: Executor, run: AutoRunRow): Promise<AutoRunPast>;
  /**
   * For a row that the caller has locked; returns it as moved. `nextStepAt`: when the step after
   * this one is due, in market time.
   */
  move(
    work: UnitOfWork,
    run: AutoRunRow,
    change: Change,
    next: { readonly nextStepAt: number | null; readonly isPublished: boolean },
  ): Promise<AutoRunRow>;
  /** Schedules the first step of a run that has just been started. */
  begin(work: UnitOfWork, run: AutoRunRow): Promise<void>;
  stop(work: UnitOfWork, run: AutoRunRow, reason: NonNullable<AutoRunRow['stopReason']>): Promise<void>;
  /**
   * Moves runs on to their new signals, in the transaction that stores these; the caller has locked the
   * runs by `lockOpenSteps`. Returns the events to be published with the signals.
   */
  readonly endSearches: EndSearches;
}

/** A search for the next signal of a run, and the run's history until then. */
export interface AutoRunSearch {
  readonly run: AutoRunRow;
  readonly past: AutoRunPast;
}

export type EndSearches = (
  tx: Transaction,
  ended: readonly { readonly search: AutoRunSearch; readonly signal: SignalRow }[],
) => Promise<readonly UserEvent[]>;

interface AutoRunStoreDependencies {
  readonly config: Pick<Config, 'feed'>;
  readonly platform: Pick<Platform, 'clock' | 'marketClock' | 'enqueueUserEvents'> & {
    readonly jobs: Pick<Jobs, 'send' | 'sendAll'>;
  };
  readonly dayStop: Pick<DayStopApi, 'timezone'>;
}

export function createAutoRunStore({ config, platform, dayStop }: AutoRunStoreDependencies): AutoRunStore {
  const { jobs, enqueueUserEvents, clock: wallClock, marketClock: clock } = platform;
  const marketSpeed = getMarketSpeed(config.feed);
  /** Jobs are scheduled on the wall clock. */
  const toWallTime = (marketTime: number): Date => new Date(wallClock.now() + (marketTime - clock.now()) / marketSpeed);

  const readPast: AutoRunStore['readPast'] = async (db, { id, userId }) => {
    const today = new Date(startOfDay(clock.now(), dayStop.timezone));
    // Sequential, because the queries of a transaction share one connection.
    const signals = await listSignalsOfAutoRun(db, id);
    return { signals, signalsToday: await countAutomaticSince(db, userId, today) };
  };

  const enqueueEvent = async (work: UnitOfWork, run: AutoRunRow): Promise<void> => {
    const data = toAutoRunDto(run, await readPast(work.tx, run));
    await enqueueUserEvents(work, [{ userId: run.userId, name: 'session', data }]);
  };

  const move: AutoRunStore['move'] = async (work, run, change, { nextStepAt, isPublished }) => {
    const stoppedAt = change.state === 'stopped' ? new Date(clock.now()) : null;
    const moved = { ...run, ...change, stoppedAt, step: run.step + 1 };
    const { step, state, nextSignalAt, stopReason } = moved;
    await updateAutoRun(work.tx, run.id, { step, state, nextSignalAt, stoppedAt, stopReason });
    if (nextStepAt !== null) await send(work.tx, moved, toWallTime(nextStepAt));
    if (isPublished) await enqueueEvent(work, moved);
    return moved;
  };

  const send = (tx: Transaction, { id: sessionId, step }: AutoRunRow, startAfter?: Date): Promise<void> => {
    const job: AutoRunJob = { sessionId, step };
    return jobs.send(tx, autoRunQueue, job, startAfter ? { startAfter } : {});
  };

  return {
    readPast,
    move,
    begin: async (work, run) => {
      await send(work.tx, run);
      await enqueueEvent(work, run);
    },
    endSearches: async (tx, ended) => {
      if (ended.length === 0) return [];
      const moved = ended.map(({ search: { run, past }, signal }) => ({
        run: { ...run, step: run.step + 1, state: 'running' as const, nextSignalAt: null },
        past: {
          signals: [{ ...signal, settledAt: null }, ...past.signals],
          signalsToday: past.signalsToday + 1,
        },
        nextStepAt: toWallTime(latestResult(signal)),
      }));
      await insertAutoRunSignals(
        tx,
        ended.map(({ search: { run }, signal }) => ({ sessionId: run.id, step: run.step, signalId: signal.id })),
      );
      await updateToRunning(
        tx,
        moved.map(({ run }) => run.id),
      );
      await jobs.sendAll(
        tx,
        autoRunQueue,
        moved.map(({ run: { id: sessionId, step }, nextStepAt }) => ({
          data: { sessionId, step } satisfies AutoRunJob,
          startAfter: nextStepAt,
        })),
      );
      return moved.map(({ run, past }) => ({ userId: run.userId, name: 'session', data: toAutoRunDto(run, past) }));
    },
    stop: async (work, run, stopReason) => {
      const change = { state: 'stopped', stopReason, nextSignalAt: null } as const;
      await move(work, run, change, { nextStepAt: null, isPublished: true });
    },
  };
}

/** Public DTO of a run and its signals. */
export const toAutoRunDto = (run: AutoRunRow, past: AutoRunPast): AutoRun => ({
  id: run.id,
  aiModel: run.aiModel,
  interval: run.interval,
  symbol: run.symbol,
  count: run.count,
  take: run.take,
  found: run.found,
  state: run.state,
  startedAt: toInstant(run.startedAt.getTime()),
  nextSignalAt: toInstantOrNull(run.nextSignalAt),
  signalsToday: past.signalsToday,
  lossesInARow: lossesInARow(past),
  limits: { stopAfterLosses: run.stopAfterLosses, dailyLimit: run.dailyLimit },
  ...(run.stopReason ? { stopReason: run.stopReason } : {}),
  lastSignalId: past.signals[0]?.id ?? null,
});
