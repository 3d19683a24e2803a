import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/connection.ts';
import { type Repeating, repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import { enteringSignal } from './engine-signal.ts';
import type { Entries } from './entries.ts';
import { listEntering } from '../signals.repository.ts';

interface LookForIssuedDependencies {
  readonly db: Database;
  readonly feed: string;
  readonly entries: Pick<Entries, 'add'>;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const periodMs = 1_000;

/** Finds signals that other processes issued while the bus lost the notice of it. */
export const lookForIssued = ({ db, feed, entries, after, log }: LookForIssuedDependencies): Repeating =>
  repeat({
    everyMs: periodMs,
    task: async () => {
      for (const row of await listEntering(db, { only: feed })) entries.add(enteringSignal(row));
    },
    onError: (error) => log.error({ err: error }, 'looking for issued signals failed; retrying'),
    after,
  });
