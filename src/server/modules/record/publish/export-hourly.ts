import type { FastifyBaseLogger } from 'fastify';
import { hourMs, minuteMs } from '#domain/time.ts';
import { type Repeating, repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';

const firstMs = minuteMs;
const everyMs = hourMs;

interface Round {
  /** Writes no other day once `stopping` is aborted. */
  readonly exportDays: (stopping: AbortSignal) => Promise<string[]>;
  readonly exportBars: (stopping: AbortSignal) => Promise<string[]>;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

/**
 * Runs a minute after the start, then once an hour: writes each day that is over and has no file
 * yet.
 */
export const exportHourly = ({ exportDays, exportBars, after, log }: Round): Repeating =>
  repeat({
    firstAfterMs: firstMs,
    everyMs,
    task: async (stopping) => {
      const days = await exportDays(stopping);
      if (days.length > 0) log.info({ days }, 'exported days of the record');
      const barDays = await exportBars(stopping);
      if (barDays.length > 0) log.info({ days: barDays }, 'exported bars of the record');
    },
    onError: (error) => log.error({ err: error }, 'exporting a day of the record failed; retrying in an hour'),
    after,
  });
