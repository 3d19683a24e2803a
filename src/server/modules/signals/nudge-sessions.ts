import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/connection.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { type SessionJob, sessionQueue } from './session-desk.ts';
import { listSessionsOfSignals } from './signal-sessions.repository.ts';

/** Tells sessions at once that their signals are over; without it they would look when the result is due at the latest. */
export interface NudgeSessions {
  tell(signalIds: readonly string[]): void;
  /** What is settled later is found by the sessions themselves. */
  stop(): Promise<void>;
}

interface Needs {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'sendAll'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

export function createNudgeSessions({ db, jobs, log }: Needs): NudgeSessions {
  const underWay = new Set<Promise<void>>();
  const nudge = async (signalIds: readonly string[]): Promise<void> => {
    const due: readonly SessionJob[] = await listSessionsOfSignals(db, signalIds);
    await jobs.sendAll(null, sessionQueue, due);
  };
  let isStopped = false;

  return {
    tell: (signalIds) => {
      if (isStopped) return;
      const work = nudge(signalIds).catch((fault: unknown) => {
        log.error({ err: fault }, 'sessions were not told of their results; they look by themselves');
      });
      underWay.add(work);
      void work.finally(() => underWay.delete(work));
    },
    stop: async () => {
      isStopped = true;
      await Promise.all(underWay);
    },
  };
}
