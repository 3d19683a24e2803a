import type { Clock } from '#domain/clock.ts';

export interface ReplayClockOptions {
  /** 1 is real time; at 60 a minute of the market takes a second. */
  readonly speed: number;
  /** Initial time of the clock, milliseconds UTC. */
  readonly startedAt: number;
  /** Monotonic count of real milliseconds, for example performance.now. */
  readonly realNow: () => number;
}

/**
 * Market time for a replay at another speed: the whole server uses it, so that countdowns and bars
 * agree.
 */
export function createReplayClock({ speed, startedAt, realNow }: ReplayClockOptions): Clock {
  const origin = realNow();
  return { now: () => Math.floor(startedAt + (realNow() - origin) * speed) };
}
