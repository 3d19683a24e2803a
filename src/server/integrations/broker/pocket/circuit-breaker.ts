import type { Clock } from '#domain/clock.ts';

/**
 * Protects a partner that is down: after several failures in a row only one probe at a time, at
 * growing intervals.
 */
export interface CircuitBreaker {
  /**
   * Milliseconds until a call is allowed; 0: now, and the call counts as the probe if one is due.
   */
  enter(): number;
  /** The partner answered, whatever the content. */
  succeed(): void;
  fail(): void;
  isOpen(): boolean;
}

const failuresToOpen = 5;
const firstPauseMs = 5_000;
const maxPauseMs = 300_000;

export function createCircuitBreaker({ clock, chance }: { clock: Clock; chance: () => number }): CircuitBreaker {
  let failures = 0;
  let closedUntil = 0;
  let isProbing = false;

  /**
   * 5, 10, 20 … 300 s, each with up to a fifth of jitter, so that many processes do not retry at
   * once.
   */
  const pause = (): number => {
    const doubled = firstPauseMs * 2 ** Math.min(failures - failuresToOpen, 10);
    return Math.min(doubled, maxPauseMs) * (1 + chance() / 5);
  };

  return {
    enter: () => {
      if (failures < failuresToOpen) return 0;
      const wait = closedUntil - clock.now();
      if (wait > 0) return wait;
      if (isProbing) return firstPauseMs;
      isProbing = true;
      return 0;
    },
    succeed: () => {
      failures = 0;
      isProbing = false;
    },
    fail: () => {
      failures++;
      isProbing = false;
      if (failures >= failuresToOpen) closedUntil = clock.now() + pause();
    },
    isOpen: () => failures >= failuresToOpen,
  };
}
