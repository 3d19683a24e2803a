import type { FastifyBaseLogger } from 'fastify';
import { hourMs } from '#domain/time.ts';

const firstMs = 60_000;
const everyMs = hourMs;

interface Round {
  readonly exportDays: () => Promise<string[]>;
  /** Calls `task` once after `ms`; the answer cancels it. */
  readonly after: (ms: number, task: () => void) => () => void;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

/** A minute after the start, then once an hour: a day that is over, or was missed, is written. Returns the way to stop. */
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
