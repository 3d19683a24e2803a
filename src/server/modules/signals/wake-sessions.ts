import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { type SessionJob, sessionQueue } from './auto-run-store.ts';
import { listOverdueSessions } from './signal-sessions.repository.ts';

/** Looks for sessions that nobody takes on, and hands their step out again. Returns how many. */
export type WakeSessions = () => Promise<number>;

interface Needs {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'sendAll'>;
  readonly clock: Clock;
}

/** By then the first tries of their jobs have failed, or the jobs are gone. */
const overdueMs = 300_000;

/** A step's number makes it harmless to hand it out once more. */
export const createWakeSessions =
  ({ db, jobs, clock }: Needs): WakeSessions =>
  async () => {
    const overdue: readonly SessionJob[] = await listOverdueSessions(db, new Date(clock.now() - overdueMs));
    await jobs.sendAll(null, sessionQueue, overdue);
    return overdue.length;
  };

interface Round {
  readonly wake: WakeSessions;
  /** Calls `task` once after `ms`; the answer cancels it. */
  readonly after: (ms: number, task: () => void) => () => void;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

const roundMs = 300_000;

/** Now and then again; the answer stops it. */
export function wakeSessionsRegularly({ wake, after, log }: Round): () => void {
  let cancel = (): void => undefined;
  const round = (): void => {
    wake()
      .then((count) => count > 0 && log.warn({ count }, 'automatic signals that stood still go on'))
      .catch((error: unknown) => log.error({ err: error }, 'automatic signals that stand still were not looked for'));
    cancel = after(roundMs, round);
  };
  cancel = after(roundMs, round);
  return () => cancel();
}
