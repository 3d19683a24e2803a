import type { Clock } from '#domain/clock.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { EnqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
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
type Publish = () => void;

/**
 * Reads and advances auto-signal runs in one place, so that no step is taken without the next one
 * being scheduled.
 */
export interface AutoRunStore {
  readPast(db: Database | Transaction, run: AutoRunRow): Promise<AutoRunPast>;
  /**
   * For a row that the caller has locked. `lookAt`: when the step after this one is due, in market
   * time.
   */
  move(
    tx: Transaction,
    run: AutoRunRow,
    change: Change,
    next: { readonly lookAt: number | null; readonly isPublished: boolean },
  ): Promise<{ readonly run: AutoRunRow; readonly publish: Publish }>;
  /** Schedules the first step of a run that has just been started. */
  begin(tx: Transaction, run: AutoRunRow): Promise<Publish>;
  stop(tx: Transaction, run: AutoRunRow, reason: NonNullable<AutoRunRow['stopReason']>): Promise<Publish>;
}

interface Needs {
  readonly jobs: Pick<Jobs, 'send'>;
  readonly enqueueUserEvents: EnqueueUserEvents;
  /** Market clock; a replay may run it faster than the wall clock. */
  readonly clock: Clock;
  /** Converts market time to wall-clock time, because jobs are scheduled on the wall clock. */
  readonly wallTimeOf: (marketTime: number) => Date;
  readonly startOfDay: (time: number) => number;
}

export function createAutoRunStore({ jobs, enqueueUserEvents, clock, wallTimeOf, startOfDay }: Needs): AutoRunStore {
  const readPast: AutoRunStore['readPast'] = async (db, { id, userId }) => {
    const today = new Date(startOfDay(clock.now()));
    // Sequential, because the queries of a transaction share one connection.
    const signals = await listSignalsOfAutoRun(db, id);
    return { signals, signalsToday: await countAutomaticSince(db, userId, today) };
  };

  const publish = async (tx: Transaction, run: AutoRunRow): Promise<Publish> => {
    const data = toAutoRunDto(run, await readPast(tx, run));
    return enqueueUserEvents(tx, [{ userId: run.userId, name: 'session', data }], new Date(clock.now()));
  };

  const move: AutoRunStore['move'] = async (tx, run, change, { lookAt, isPublished }) => {
    const stoppedAt = change.state === 'stopped' ? new Date(clock.now()) : null;
    const moved = { ...run, ...change, stoppedAt, step: run.step + 1 };
    const { step, state, nextSignalAt, stopReason } = moved;
    await updateAutoRun(tx, run.id, { step, state, nextSignalAt, stoppedAt, stopReason });
    if (lookAt !== null) await send(tx, moved, wallTimeOf(lookAt));
    return { run: moved, publish: isPublished ? await publish(tx, moved) : () => undefined };
  };

  const send = (tx: Transaction, { id: sessionId, step }: AutoRunRow, startAfter?: Date): Promise<void> => {
    const job: AutoRunJob = { sessionId, step };
    return jobs.send(tx, autoRunQueue, job, startAfter ? { startAfter } : {});
  };

  return {
    readPast,
    move,
    begin: async (tx, run) => {
      await send(tx, run);
      return publish(tx, run);
    },
    stop: async (tx, run, stopReason) =>
      (await move(tx, run, { state: 'stopped', stopReason, nextSignalAt: null }, { lookAt: null, isPublished: true }))
        .publish,
  };
}
