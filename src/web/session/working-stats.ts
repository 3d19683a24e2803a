import type { WorkingStats } from '#contract/signals.ts';
import { minuteMs } from '#domain/time.ts';
import { getWorkingStats } from '../api/get-working-stats.ts';

/**
 * Milliseconds until the next request: after an answer, after a failure, and the max age of an
 * answer when a listener subscribes again.
 */
const again = { heard: minuteMs, unheard: 5_000, seen: 30_000 } as const;

let known: WorkingStats | undefined;
let heardAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;
let newest = 0;
const listeners = new Set<() => void>();

export const knownWorkingStats = (): WorkingStats | undefined => known;

/**
 * Polls while there are listeners. A separate store, because every page needs it and few need a
 * query library.
 */
export function onWorkingStats(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) begin();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) end();
  };
}

/** Requests now; late answers of older requests are ignored. */
export async function refreshWorkingStats(): Promise<void> {
  clearTimeout(timer);
  newest += 1;
  const own = newest;
  const stats = await getWorkingStats().catch(() => undefined);
  if (own !== newest) return;
  if (stats) hear(stats);
  if (listeners.size > 0) timer = setTimeout(() => void refreshWorkingStats(), stats ? again.heard : again.unheard);
}

function hear(stats: WorkingStats): void {
  known = stats;
  heardAt = performance.now();
  for (const listener of listeners) listener();
}

function begin(): void {
  document.addEventListener('visibilitychange', lookAgain);
  addEventListener('online', lookAgain);
  if (isOld()) void refreshWorkingStats();
  else timer = setTimeout(() => void refreshWorkingStats(), again.heard);
}

function end(): void {
  document.removeEventListener('visibilitychange', lookAgain);
  removeEventListener('online', lookAgain);
  clearTimeout(timer);
}

function lookAgain(): void {
  if (document.visibilityState === 'visible' && isOld()) void refreshWorkingStats();
}

const isOld = (): boolean => performance.now() - heardAt > again.seen;
