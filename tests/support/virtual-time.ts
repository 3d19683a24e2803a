import type { Clock } from '#domain/time.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';

/**
 * A clock that stands still until it is advanced, and timers that fire when it passes them. Nothing
 * sleeps.
 */
export interface VirtualTime {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Advances by `ms`, firing every timer on the way at its own instant, in order. */
  advance(ms: number): void;
  /** Like `advance`; runs pending promises before and after each timer, as `repeat` requires. */
  advanceAsync(ms: number): Promise<void>;
  /** Number of pending timers. */
  waiting(): number;
}

export function createVirtualTime(startsAt: number): VirtualTime {
  let now = startsAt;
  const waits = new Set<{ readonly at: number; readonly task: () => void }>();
  const nextUntil = (end: number) => [...waits].filter((wait) => wait.at <= end).toSorted((a, b) => a.at - b.at)[0];

  const fireNext = (end: number): boolean => {
    const wait = nextUntil(end);
    if (!wait) return false;
    waits.delete(wait);
    now = wait.at;
    wait.task();
    return true;
  };

  return {
    clock: { now: () => now },
    scheduler: {
      after(ms, task) {
        const wait = { at: now + ms, task };
        waits.add(wait);
        return () => waits.delete(wait);
      },
    },
    advance(ms) {
      const end = now + ms;
      while (fireNext(end));
      now = end;
    },
    async advanceAsync(ms) {
      const end = now + ms;
      do await new Promise((resolve) => setImmediate(resolve));
      while (fireNext(end));
      now = end;
    },
    waiting: () => waits.size,
  };
}
