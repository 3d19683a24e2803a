import type { Clock } from '#domain/clock.ts';

export interface ReplayClockOptions {
  /** 1 is real time; 60 lets a minute of the market pass in a second. */
  readonly speed: number;
  /** What the clock shows first, milliseconds UTC. */
  readonly startedAt: number;
  /** A steady count of real milliseconds, for example performance.now. */
  readonly realNow: () => number;
}

/** Market time for a replay at another speed: the whole server runs on it, so that countdowns and bars agree. */
export function createReplayClock({ speed, startedAt, realNow }: ReplayClockOptions): Clock {
  const origin = realNow();
  return { now: () => Math.floor(startedAt + (realNow() - origin) * speed) };
}
