import type { Logger } from 'pino';

export interface Stopping {
  add(name: string, stop: () => Promise<void>): void;
  stop(): Promise<void>;
}

/** What was started last is stopped first; one that fails does not keep the others. */
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
