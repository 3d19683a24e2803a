import type { MarketClock } from '#domain/clock.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import type { UnitOfWork } from '#server/database/in-transaction.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { EnqueueUserEvents } from '#server/modules/events/events.api.ts';
import type { AutoRunPast } from './auto-run-step.ts';
import {
  countAutomaticSince,
  listSignalsOfAutoRun,
  type AutoRunRow,
  type AutoRunStep,
  updateAutoRun,
} from './auto-runs.repository.ts';
import { toAutoRunDto } from './to-auto-run-dto.ts';

export const autoRunQueue = 'signal-session';
/** Takes this step of an auto-signal run, unless it was taken already. */
export type AutoRunJob = AutoRunStep;

type Change = Partial<Pick<AutoRunRow, 'state' | 'nextSignalAt' | 'stopReason'>>;

/**
 * Reads and advances auto-signal runs in one place, so that no step is taken without the next one
 * being scheduled.
 */
export interface AutoRunStore {
  readPast(db: Database | Transaction, run: AutoRunRow): Promise<AutoRunPast>;
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
}

interface AutoRunStoreDependencies {
  readonly jobs: Pick<Jobs, 'send'>;
  readonly enqueueUserEvents: EnqueueUserEvents;
  readonly clock: MarketClock;
  /** Converts market time to wall-clock time, because jobs are scheduled on the wall clock. */
  readonly toWallTime: (marketTime: number) => Date;
  readonly startOfDay: (time: number) => number;
}

export function createAutoRunStore({
  jobs,
  enqueueUserEvents,
  clock,
  toWallTime,
  startOfDay,
}: AutoRunStoreDependencies): AutoRunStore {
  const readPast: AutoRunStore['readPast'] = async (db, { id, userId }) => {
    const today = new Date(startOfDay(clock.now()));
    // Sequential, because the queries of a transaction share one connection.
    const signals = await listSignalsOfAutoRun(db, id);
    return { signals, signalsToday: await countAutomaticSince(db, userId, today) };
  };

  const enqueueEvent = async (work: UnitOfWork, run: AutoRunRow): Promise<void> => {
    const data = toAutoRunDto(run, await readPast(work.tx, run));
    await enqueueUserEvents(work, [{ userId: run.userId, name: 'session', data }], new Date(clock.now()));
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
    stop: async (work, run, stopReason) => {
      const change = { state: 'stopped', stopReason, nextSignalAt: null } as const;
      await move(work, run, change, { nextStepAt: null, isPublished: true });
    },
  };
}
