import type { FastifyBaseLogger } from 'fastify';
import type { CountRecord } from './count-record.ts';

interface Needs {
  readonly countRecord: CountRecord;
  /** Calls `task` once after `ms`; the returned function cancels it. */
  readonly after: (ms: number, task: () => void) => () => void;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const everyMs = 1_000;

/**
 * Counts all existing leaves once a second, so that readers of figures wait only for the newest
 * ones.
 */
export function countRecordBySecond({ countRecord, after, log }: Needs) {
  let isStopped = false;
  let cancel = (): void => undefined;
  let running: Promise<void> = Promise.resolve();

  const countAll = async (): Promise<void> => {
    while (!isStopped && (await countRecord()));
  };
  const schedule = (ms: number): void => {
    cancel = after(ms, () => {
      running = countAll()
        .catch((error: unknown) => log.error({ err: error }, 'the figures of the record could not be counted'))
        .then(() => {
          if (!isStopped) schedule(everyMs);
        });
    });
  };
  return {
    start: (): void => schedule(0),
    stop: async (): Promise<void> => {
      isStopped = true;
      cancel();
      await running;
    },
  };
}
