import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/** Work that runs after the response, so that the response time reveals nothing about it. */
export interface AfterAnswer {
  run(what: string, job: () => Promise<void>): void;
  /** Resolves when no work is left. */
  idle(): Promise<void>;
}

export function createAfterAnswer(log: Pick<FastifyBaseLogger, 'error'>): AfterAnswer {
  const running = new Set<Promise<void>>();
  const perform = async (what: string, job: () => Promise<void>): Promise<void> => {
    try {
      await setImmediate();
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
    run: (what, job) => {
      const done = perform(what, job);
      running.add(done);
      void removeDone(done);
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
