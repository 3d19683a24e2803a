import type { Clock } from '#domain/clock.ts';
import type { Scheduler } from '#server/integrations/market-data/scheduler.ts';

/**
 * A clock that stands still until it is advanced, and timers that fire when it passes them. Nothing
 * sleeps.
 */
export interface VirtualTime {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Advances by `ms`, firing every timer on the way at its own instant, in order. */
  advance(ms: number): void;
  /** Number of pending timers. */
  waiting(): number;
}

export function createVirtualTime(startsAt: number): VirtualTime {
  let now = startsAt;
  const waits = new Set<{ readonly at: number; readonly task: () => void }>();
  const nextUntil = (end: number) => [...waits].filter((wait) => wait.at <= end).toSorted((a, b) => a.at - b.at)[0];

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
      for (let wait = nextUntil(end); wait; wait = nextUntil(end)) {
        waits.delete(wait);
        now = wait.at;
        wait.task();
      }
      now = end;
    },
    waiting: () => waits.size,
  };
}
