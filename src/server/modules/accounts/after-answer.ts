import { randomInt } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';

interface AfterAnswerDependencies {
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** In real time, or not at all in a test. */
  readonly pause: (ms: number) => Promise<void>;
}

/** A call that follows at once is as likely to be delayed by the work as any other. */
const withinMs = 500;

/**
 * Work that runs some time after the response, so that neither its time nor that of the next one
 * reveals anything about it.
 */
export function createAfterAnswer({ log, pause }: AfterAnswerDependencies) {
  const running = new Set<Promise<void>>();
  const perform = async (what: string, job: () => Promise<void>): Promise<void> => {
    try {
      await pause(randomInt(withinMs));
      await job();
    } catch (err) {
      log.error({ err, what }, 'task after a response failed');
    }
  };
  const removeDone = async (done: Promise<void>): Promise<void> => {
    await done;
    running.delete(done);
  };
  return {
    run: (what: string, job: () => Promise<void>): void => {
      const done = perform(what, job);
      running.add(done);
      void removeDone(done);
    },
    /** Resolves when no work is left. */
    idle: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
