import type { FastifyBaseLogger } from 'fastify';
import type { MarketClock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { type Repeating, repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import { type AutoRunJob, autoRunQueue } from './auto-run-store.ts';
import { listOverdueAutoRuns } from './auto-runs.repository.ts';

/** Enqueues the steps of overdue runs again. Returns their number. */
export type WakeAutoRuns = () => Promise<number>;

interface WakeAutoRunsDependencies {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'sendAll'>;
  readonly clock: MarketClock;
}

/** By then the first attempts of their jobs have failed, or the jobs are lost. */
const overdueMs = 300_000;

/** Enqueueing a step twice is idempotent because of its step number. */
export const createWakeAutoRuns =
  ({ db, jobs, clock }: WakeAutoRunsDependencies): WakeAutoRuns =>
  async () => {
    const overdue: readonly AutoRunJob[] = await listOverdueAutoRuns(db, new Date(clock.now() - overdueMs));
    await jobs.sendAll(
      null,
      autoRunQueue,
      overdue.map((data) => ({ data })),
    );
    return overdue.length;
  };

interface Round {
  readonly wake: WakeAutoRuns;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

const roundMs = 300_000;

export const wakeAutoRunsRegularly = ({ wake, after, log }: Round): Repeating =>
  repeat({
    everyMs: roundMs,
    task: async () => {
      const count = await wake();
      if (count > 0) log.warn({ count }, 'resumed stalled auto-signal runs');
    },
    onError: (error) =>
      log.error({ err: error }, 'searching for stalled auto-signal runs failed; retrying in five minutes'),
    after,
  });
