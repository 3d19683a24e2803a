import type { Duration } from '../market/duration.ts';

/** The follow-up of a loss, a martingale: the same pair, at most so many in a chain. */
export const chaseDuration = 2 satisfies Duration;
export const maxChase = 2;
