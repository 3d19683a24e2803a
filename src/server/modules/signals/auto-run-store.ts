import type { Clock } from '#domain/clock.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { EnqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import type { SessionPast } from './session-step.ts';
import {
  countAutomaticSince,
  listSignalsOfSession,
  type SessionRow,
  type SessionStep,
  updateSession,
} from './signal-sessions.repository.ts';
import { toSessionDto } from './to-session-dto.ts';

export const sessionQueue = 'signal-session';
/** Takes this step of an auto-signal run, unless it was taken already. */
export type SessionJob = SessionStep;

type Change = Partial<Pick<SessionRow, 'state' | 'nextSignalAt' | 'stopReason'>>;
type Publish = () => void;

/**
 * Reads and advances auto-signal runs in one place, so that no step is taken without the next one
 * being scheduled.
 */
export interface AutoRunStore {
  readPast(db: Database | Transaction, session: SessionRow): Promise<SessionPast>;
  /**
   * For a row that the caller has locked. `lookAt`: when the step after this one is due, in market
   * time.
   */
  move(
    tx: Transaction,
    session: SessionRow,
    change: Change,
    next: { readonly lookAt: number | null; readonly isPublished: boolean },
  ): Promise<{ readonly session: SessionRow; readonly publish: Publish }>;
  /** Schedules the first step of a run that has just been started. */
  begin(tx: Transaction, session: SessionRow): Promise<Publish>;
  stop(tx: Transaction, session: SessionRow, reason: NonNullable<SessionRow['stopReason']>): Promise<Publish>;
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
    const signals = await listSignalsOfSession(db, id);
    return { signals, signalsToday: await countAutomaticSince(db, userId, today) };
  };

  const publish = async (tx: Transaction, session: SessionRow): Promise<Publish> => {
    const data = toSessionDto(session, await readPast(tx, session));
    return enqueueUserEvents(tx, [{ userId: session.userId, name: 'session', data }], new Date(clock.now()));
  };

  const move: AutoRunStore['move'] = async (tx, session, change, { lookAt, isPublished }) => {
    const stoppedAt = change.state === 'stopped' ? new Date(clock.now()) : null;
    const moved = { ...session, ...change, stoppedAt, step: session.step + 1 };
    const { step, state, nextSignalAt, stopReason } = moved;
    await updateSession(tx, session.id, { step, state, nextSignalAt, stoppedAt, stopReason });
    if (lookAt !== null) await send(tx, moved, wallTimeOf(lookAt));
    return { session: moved, publish: isPublished ? await publish(tx, moved) : () => undefined };
  };

  const send = (tx: Transaction, { id: sessionId, step }: SessionRow, startAfter?: Date): Promise<void> => {
    const job: SessionJob = { sessionId, step };
    return jobs.send(tx, sessionQueue, job, startAfter ? { startAfter } : {});
  };

  return {
    readPast,
    move,
    begin: async (tx, session) => {
      await send(tx, session);
      return publish(tx, session);
    },
    stop: async (tx, session, stopReason) =>
      (
        await move(
          tx,
          session,
          { state: 'stopped', stopReason, nextSignalAt: null },
          { lookAt: null, isPublished: true },
        )
      ).publish,
  };
}
