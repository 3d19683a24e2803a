import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/connection.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { type AutoRunJob, autoRunQueue } from './auto-run-store.ts';
import { listAutoRunsOfSignals } from './auto-runs.repository.ts';

interface NudgeAutoRunsDependencies {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'sendAll'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Triggers auto-signal runs as soon as their signals have settled; without it they would check when
 * the outcome is due at the latest.
 */
export function createNudgeAutoRuns({ db, jobs, log }: NudgeAutoRunsDependencies) {
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
    enqueue: (signalIds: readonly string[]): void => {
      if (isStopped) return;
      const work = nudge(signalIds).catch((error: unknown) => {
        log.error({ err: error }, 'notifying auto-signal runs of results failed; they poll for them');
      });
      pending.add(work);
      void work.finally(() => pending.delete(work));
    },
    /** After this, runs find later settlements by themselves. */
    stop: async (): Promise<void> => {
      isStopped = true;
      await Promise.all(pending);
    },
  };
}
