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
/** Take this step of a session, unless it was taken. */
export type SessionJob = SessionStep;

type Change = Partial<Pick<SessionRow, 'state' | 'nextSignalAt' | 'stopReason'>>;
type Publish = () => void;

/** Where sessions are looked up and moved on: one place, so that no step is taken without the next one being arranged. */
export interface AutoRunStore {
  readPast(db: Database | Transaction, session: SessionRow): Promise<SessionPast>;
  /** Of a row that the caller has locked. `lookAt`: when the step after this one is due, by the market's clock. */
  move(
    tx: Transaction,
    session: SessionRow,
    change: Change,
    next: { readonly lookAt: number | null; readonly isPublished: boolean },
  ): Promise<{ readonly session: SessionRow; readonly publish: Publish }>;
  /** The first step of a session that has just begun. */
  begin(tx: Transaction, session: SessionRow): Promise<Publish>;
  stop(tx: Transaction, session: SessionRow, reason: NonNullable<SessionRow['stopReason']>): Promise<Publish>;
}

interface Needs {
  readonly jobs: Pick<Jobs, 'send'>;
  readonly enqueueUserEvents: EnqueueUserEvents;
  /** The market's, which a replay may run faster. */
  readonly clock: Clock;
  /** When the wall's clock will show what the market's shows then: jobs run on the wall's. */
  readonly wallTimeOf: (marketTime: number) => Date;
  readonly startOfDay: (time: number) => number;
}

export function createAutoRunStore({ jobs, enqueueUserEvents, clock, wallTimeOf, startOfDay }: Needs): AutoRunStore {
  const readPast: AutoRunStore['readPast'] = async (db, { id, userId }) => {
    const today = new Date(startOfDay(clock.now()));
    // One after the other: in a transaction they share a connection.
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
