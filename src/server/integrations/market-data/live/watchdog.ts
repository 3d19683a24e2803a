import type { Scheduler } from '#server/jobs/scheduler.ts';

export interface Watchdog {
  /** Something arrived: the connection is alive. */
  fed(): void;
  stop(): void;
}

interface WatchdogDependencies {
  readonly scheduler: Scheduler;
  readonly silenceMs: number;
  /** Silence means nothing while the market is closed. */
  readonly isWatching: () => boolean;
  /**
   * Called halfway through a silence: requests a sign of life, so that a quiet market is not
   * mistaken for a dead connection.
   */
  readonly probe: () => void;
  readonly bark: () => void;
}

/** Nothing to cancel yet. */
const nothing = (): void => undefined;

/** A half-open connection delivers neither data nor a close event: only silence reveals it. */
export function createWatchdog({ scheduler, silenceMs, isWatching, probe, bark }: WatchdogDependencies): Watchdog {
  let cancel = nothing;

  const watch = (): void => {
    cancel = scheduler.after(silenceMs / 2, () => {
      if (!isWatching()) return watch();
      probe();
      cancel = scheduler.after(silenceMs / 2, () => (isWatching() ? bark() : watch()));
    });
  };
  watch();

  return {
    fed() {
      cancel();
      watch();
    },
    stop: () => cancel(),
  };
}
