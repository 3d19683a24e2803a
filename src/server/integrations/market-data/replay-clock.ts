import type { MarketClock } from '#domain/clock.ts';

interface ReplayClockOptions {
  /** 1 is real time; at 60 a minute of the market takes a second. */
  readonly speed: number;
  /** Initial time of the clock, milliseconds UTC. */
  readonly startedAt: number;
  /** Count of real milliseconds: performance.now, or the wall clock, which processes share. */
  readonly realNow: () => number;
  /** By `realNow`, when the clock showed `startedAt`; by default now. */
  readonly origin?: number;
}

/**
 * Market time for a replay at another speed: the whole server uses it, so that countdowns and bars
 * agree.
 */
export function createReplayClock({ speed, startedAt, realNow, origin = realNow() }: ReplayClockOptions): MarketClock {
  return { now: () => Math.floor(startedAt + (realNow() - origin) * speed) };
}
