import type { FastifyBaseLogger } from 'fastify';
import { hourMs } from '#domain/time.ts';

const firstMs = 60_000;
const everyMs = hourMs;

interface Round {
  readonly exportDays: () => Promise<string[]>;
  /** Calls `task` once after `ms`; the returned function cancels it. */
  readonly after: (ms: number, task: () => void) => () => void;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

/**
 * Runs a minute after the start, then once an hour: writes each day that is over and has no file
 * yet. Returns the function that stops it.
 */
export function exportHourly({ exportDays, after, log }: Round): () => void {
  let cancel = (): void => undefined;
  const next = (ms: number): void => {
    cancel = after(ms, () => {
      exportDays()
        .then((days) => days.length > 0 && log.info({ days }, 'days of the record were exported'))
        .catch((error: unknown) => log.error({ err: error }, 'a day of the record could not be exported'));
      next(everyMs);
    });
  };
  next(firstMs);
  return () => cancel();
}
