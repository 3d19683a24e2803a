import type { FastifyBaseLogger } from 'fastify';
import { type Repeating, repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { CountProofs } from '../witnesses/count-proofs.ts';
import type { CountRecord } from './count-record.ts';

interface CountRecordBySecondDependencies {
  readonly countRecord: CountRecord;
  readonly countProofs: CountProofs;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const everyMs = 1_000;

/**
 * Counts all existing leaves once a second, so that readers of figures wait only for the newest
 * ones.
 */
export const countRecordBySecond = ({
  countRecord,
  countProofs,
  after,
  log,
}: CountRecordBySecondDependencies): Repeating =>
  repeat({
    firstAfterMs: 0,
    everyMs,
    task: async (stopping) => {
      while (!stopping.aborted && (await countRecord()));
      while (!stopping.aborted && (await countProofs()));
    },
    onError: (error) => log.error({ err: error }, 'counting record figures failed; retrying'),
    after,
  });
