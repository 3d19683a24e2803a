import type { WallClock } from '#domain/clock.ts';
import type { Bus } from '../../bus/bus.ts';

const failuresToOpen = 5;
const firstPauseMs = 5_000;
const maxPauseMs = 300_000;

interface CircuitBreakerDependencies {
  readonly clock: WallClock;
  readonly chance: () => number;
  readonly bus: Pick<Bus, 'notify' | 'onNotice'>;
}

/**
 * Protects a partner that is down: after several failures in a row only one probe at a time of each
 * process, at growing intervals. Processes notify each other when it opens and closes.
 */
export function createCircuitBreaker({ clock, chance, bus }: CircuitBreakerDependencies) {
  let failures = 0;
  let closedUntil = 0;
  let heldUntil = 0;
  let isProbing = false;
  const isOpen = (): boolean => failures >= failuresToOpen;

  bus.onNotice('broker_paused', (pause) => {
    failures = Math.max(failures, pause.failures);
    if (pause.failures === 0) heldUntil = Math.max(heldUntil, pause.until);
    else closedUntil = Math.max(closedUntil, pause.until);
  });
  bus.onNotice('broker_answered', () => {
    failures = 0;
    closedUntil = 0;
  });

  /**
   * 5, 10, 20 … 300 s, each with up to a fifth of jitter, so that many processes do not retry at
   * once.
   */
  const pause = (): number => {
    const doubled = firstPauseMs * 2 ** Math.min(failures - failuresToOpen, 10);
    return Math.min(doubled, maxPauseMs) * (1 + chance() / 5);
  };

  return {
    /**
     * Milliseconds until a call is allowed; 0: now, and the call counts as the probe if one is due.
     */
    enter: (): number => {
      const wait = Math.max(closedUntil, heldUntil) - clock.now();
      if (wait > 0) return wait;
      if (!isOpen()) return 0;
      if (isProbing) return firstPauseMs;
      isProbing = true;
      return 0;
    },
    /** The partner answered, whatever the content. */
    succeed: (): void => {
      if (isOpen()) bus.notify('broker_answered', null);
      failures = 0;
      isProbing = false;
    },
    fail: (): void => {
      failures++;
      isProbing = false;
      if (isOpen()) bus.notify('broker_paused', { until: clock.now() + pause(), failures });
    },
    /** The partner asked not to be called until then, milliseconds UTC. */
    holdUntil: (until: number): void => bus.notify('broker_paused', { until, failures: 0 }),
    isOpen,
  };
}
