import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/connection.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import type { ContinueCheck } from './continue-check.ts';
import type { RefreshFigures } from '../refresh-figures.ts';
import { type CheckJob, checkQueue } from './trader-checks.ts';
import { findCheck } from '../traders.repository.ts';

interface TraderJobsDependencies {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'work'>;
  readonly continueCheck: ContinueCheck;
  readonly refreshFigures: RefreshFigures;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** The first round runs after startup, the next ones hourly. */
const firstRoundMs = minuteMs;
const nextRoundMs = hourMs;

/**
 * Background work: checks whose user may have left, and the daily figures of every confirmed
 * trader.
 */
export function createTraderJobs({ db, jobs, continueCheck, refreshFigures, after, log }: TraderJobsDependencies) {
  /** Where the next batch begins; null: a new round. */
  let from: string | null = null;
  const refreshing = repeat({
    firstAfterMs: firstRoundMs,
    everyMs: nextRoundMs,
    task: async (stopping) => {
      const next = await refreshFigures(from, () => stopping.aborted);
      from = next?.after ?? null;
      return next?.inMs;
    },
    onError: (error) => {
      from = null;
      log.error({ err: error }, 'refreshing trader figures failed; retrying');
    },
    after,
  });

  return {
    start: async (): Promise<void> => {
      await jobs.work<CheckJob>(checkQueue, async ({ checkId, attempts }) => {
        const check = await findCheck(db, checkId);
        if (check?.nextAt && check.attempts === attempts) await continueCheck(check, { byItself: true });
      });
      refreshing.start();
    },
    stop: refreshing.stop,
  };
}
