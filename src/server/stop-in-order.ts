import type { Logger } from 'pino';

export interface Stopping {
  add(name: string, stop: () => Promise<void>): void;
  stop(): Promise<void>;
}

/** Stops in reverse order of start; one failure does not prevent the others from stopping. */
export function stopInOrder(logger: Logger): Stopping {
  const steps: { name: string; stop: () => Promise<void> }[] = [];
  let stopped: Promise<void> | null = null;
  const stopAll = async () => {
    for (const { name, stop } of steps.reverse()) {
      await stop().catch((error: unknown) => logger.error({ err: error, name }, 'did not stop cleanly'));
    }
  };
  return {
    add: (name, stop) => void steps.push({ name, stop }),
    stop: () => (stopped ??= stopAll()),
  };
}
