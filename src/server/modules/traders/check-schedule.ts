import { hourMs } from '#domain/time.ts';

/** Seconds between one question and the next: at first somebody is looking at the page. */
const pausesS = [5, 10, 20, 40, 60, 120, 300] as const;
const lastsMs = hourMs;

interface Progress {
  readonly startedAt: number;
  /** Questions asked so far. */
  readonly attempts: number;
  /** The broker asked to be left alone for so long; 0: it did not. */
  readonly atLeastMs: number;
}

/** When a check asks again, milliseconds UTC; null: it has gone on for an hour. */
export function nextCheckAt({ startedAt, attempts, atLeastMs }: Progress, now: number): number | null {
  const pauseMs = (pausesS[Math.min(attempts, pausesS.length - 1)] ?? 0) * 1000;
  const next = now + Math.max(pauseMs, atLeastMs);
  return next - startedAt <= lastsMs ? next : null;
}
