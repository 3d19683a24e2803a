import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/connection.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { type AutoRunJob, autoRunQueue } from './auto-run-store.ts';
import { listAutoRunsOfSignals } from './auto-runs.repository.ts';

/**
 * Triggers auto-signal runs as soon as their signals have settled; without it they would check when
 * the outcome is due at the latest.
 */
interface NudgeAutoRuns {
  enqueue(signalIds: readonly string[]): void;
  /** After this, runs find later settlements by themselves. */
  stop(): Promise<void>;
}

interface NudgeAutoRunsDependencies {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'sendAll'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

export function createNudgeAutoRuns({ db, jobs, log }: NudgeAutoRunsDependencies): NudgeAutoRuns {
  const pending = new Set<Promise<void>>();
  const nudge = async (signalIds: readonly string[]): Promise<void> => {
    const due: readonly AutoRunJob[] = await listAutoRunsOfSignals(db, signalIds);
    await jobs.sendAll(
      null,
      autoRunQueue,
      due.map((data) => ({ data })),
    );
  };
  let isStopped = false;

  return {
    enqueue: (signalIds) => {
      if (isStopped) return;
      const work = nudge(signalIds).catch((error: unknown) => {
        log.error({ err: error }, 'notifying auto-signal runs of results failed; they poll for them');
      });
      pending.add(work);
      void work.finally(() => pending.delete(work));
    },
    stop: async () => {
      isStopped = true;
      await Promise.all(pending);
    },
  };
}
