import type { FastifyBaseLogger } from 'fastify';
import { hourMs, minuteMs } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { type Repeating, repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import { determineMissingBeginnings } from './traders.repository.ts';

interface DetermineGainsDependencies {
  readonly db: Database;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const batch = 1_000;
/** Pause between two batches, so that the database serves others meanwhile. */
const pauseMs = 100;

/**
 * Stores where the gains of trader days begin that a release without this column wrote: in batches
 * after the start, then hourly, because that release may still be running.
 */
export const createDetermineGains = ({ db, after, log }: DetermineGainsDependencies): Repeating =>
  repeat({
    firstAfterMs: minuteMs,
    everyMs: hourMs,
    task: async () => ((await determineMissingBeginnings(db, batch)) < batch ? hourMs : pauseMs),
    onError: (error) => log.error({ err: error }, 'determining gains of trader days failed; retrying in an hour'),
    after,
  });
