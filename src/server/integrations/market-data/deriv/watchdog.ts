import type { Scheduler } from '../scheduler.ts';

export interface Watchdog {
  /** Something arrived: the line lives. */
  fed(): void;
  stop(): void;
}

interface WatchdogNeeds {
  readonly scheduler: Scheduler;
  readonly silenceMs: number;
  /** Silence means nothing while the market rests. */
  readonly isWatching: () => boolean;
  /** Half-way into a silence: ask the other side for a sign of life, so that a quiet market is not taken for a dead line. */
  readonly probe: () => void;
  readonly bark: () => void;
}

/** Nothing to cancel yet. */
const nothing = (): void => undefined;

/** A half-open connection brings neither bytes nor an end: only silence shows it. */
export function createWatchdog({ scheduler, silenceMs, isWatching, probe, bark }: WatchdogNeeds): Watchdog {
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
