import { minuteMs } from '#domain/time.ts';
const firstMs = 1_000;
const maxMs = minuteMs;

/**
 * 1, 2, 4 … 60 s, each with jitter from one half to one and a half (never over 60 s), so that many
 * clients that lost the same server do not reconnect at once. `attempt` counts from 0, `chance` is
 * in [0, 1). The first is at most 1.5 s (F7 allows 2 s).
 */
export const reconnectDelayMs = (attempt: number, chance: number): number =>
  Math.min(maxMs, Math.min(maxMs, firstMs * 2 ** attempt) * (0.5 + chance));
