import type { SignalSession } from '#contract/signals.ts';
import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { dayMs } from '#domain/time.ts';
import type { AutoRunStore } from './auto-run-store.ts';
import { findNewestSession, lockRunningSession, type SessionRow } from './signal-sessions.repository.ts';
import { toSessionDto } from './to-session-dto.ts';

export type StopSession = (userId: string, reason: 'user' | 'stopped_for_today') => Promise<void>;
export type ReadSession = (userId: string) => Promise<SignalSession | null>;

interface Needs {
  readonly db: Database;
  readonly runs: AutoRunStore;
  readonly clock: Clock;
}

/** An open signal stays; only no further one follows. */
export const createStopSession =
  ({ db, runs }: Needs): StopSession =>
  async (userId, reason) => {
    const publish = await inTransaction(db, async (tx): Promise<() => void> => {
      const running = await lockRunningSession(tx, userId);
      return running ? runs.stop(tx, running, reason) : () => undefined;
    });
    publish();
  };

/** The reason for stopping stays visible for a day. */
const shownForMs = dayMs;

export const createReadSession =
  ({ db, runs, clock }: Needs): ReadSession =>
  async (userId) => {
    const session = await findNewestSession(db, userId);
    return session && isOfInterest(session, clock.now())
      ? toSessionDto(session, await runs.readPast(db, session))
      : null;
  };

const isOfInterest = ({ stoppedAt, stopReason }: SessionRow, now: number): boolean =>
  stoppedAt === null || (stopReason !== 'user' && now - stoppedAt.getTime() < shownForMs);
