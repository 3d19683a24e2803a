import { noTimer, type Scheduler } from './scheduler.ts';

interface Repetition {
  /** Pause between the end of a run and the start of the next, real milliseconds. */
  readonly everyMs: number;
  /** Pause before the first run; by default `everyMs`. */
  readonly firstAfterMs?: number;
  /** May return another pause before the next run; `stopping` is aborted when `stop` is called. */
  readonly task: (stopping: AbortSignal) => Promise<number | void> | number | void;
  /** Logs the error of a failed run; the next run starts after `everyMs`. */
  readonly onError: (error: unknown) => void;
  readonly after: Scheduler['after'];
}

export interface Repeating {
  /** No effect after `stop`. */
  start(): void;
  /** Starts no other run; resolves when the current one has ended. */
  stop(): Promise<void>;
}

/** Runs a task periodically; runs never overlap. */
export function repeat({ everyMs, firstAfterMs = everyMs, task, onError, after }: Repetition): Repeating {
  const stopping = new AbortController();
  let cancel = noTimer;
  let running: Promise<void> = Promise.resolve();

  const schedule = (ms: number): void => {
    if (stopping.signal.aborted) return;
    cancel = after(ms, () => {
      running = run();
    });
  };

  const run = async (): Promise<void> => {
    let pauseMs: number | void = everyMs;
    try {
      pauseMs = await task(stopping.signal);
    } catch (error) {
      onError(error);
    }
    schedule(pauseMs ?? everyMs);
  };

  return {
    start: () => schedule(firstAfterMs),
    stop: async () => {
      stopping.abort();
      cancel();
      await running;
    },
  };
}
