import type { Duration } from '../market/duration.ts';

/** A chase follows up a loss with the same pair (a martingale), with a max number per chain. */
export const chaseDuration = 2 satisfies Duration;
export const maxChase = 2;
