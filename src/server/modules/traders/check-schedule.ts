import { hourMs } from '#domain/time.ts';

/** Seconds between attempts: short at first, while the user is watching the page. */
const pausesS = [5, 10, 20, 40, 60, 120, 300] as const;
const lastsMs = hourMs;

interface Progress {
  readonly startedAt: number;
  /** Number of attempts so far. */
  readonly attempts: number;
  /** Min delay requested by the broker; 0: none. */
  readonly atLeastMs: number;
}

/** Time of the next attempt, milliseconds UTC; null: the check has run for an hour. */
export function nextCheckAt({ startedAt, attempts, atLeastMs }: Progress, now: number): number | null {
  const pauseMs = (pausesS[Math.min(attempts, pausesS.length - 1)] ?? 0) * 1000;
  const next = now + Math.max(pauseMs, atLeastMs);
  return next - startedAt <= lastsMs ? next : null;
}
