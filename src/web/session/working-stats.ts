import { useSyncExternalStore } from 'react';
import type { WorkingStats } from '#contract/signals.ts';
import { minuteMs } from '#domain/time.ts';
import { getWorkingStats } from '../api/get-working-stats.ts';

/**
 * Milliseconds until the next request: after an answer, after a failure, and the max age of an
 * answer when a listener subscribes again.
 */
const refetchMs = { onSuccess: minuteMs, onError: 5_000, staleAfter: 30_000 } as const;

let known: WorkingStats | undefined;
let fetchedAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;
let newest = 0;
const listeners = new Set<() => void>();

export const knownWorkingStats = (): WorkingStats | undefined => known;

/**
 * Polls while there are listeners. A separate store, because every page needs it and few need a
 * query library.
 */
function onWorkingStats(listener: () => void): () => void {
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
  if (stats) applyStats(stats);
  if (listeners.size > 0)
    timer = setTimeout(() => void refreshWorkingStats(), stats ? refetchMs.onSuccess : refetchMs.onError);
}

function applyStats(stats: WorkingStats): void {
  known = stats;
  fetchedAt = performance.now();
  for (const listener of listeners) listener();
}

function begin(): void {
  document.addEventListener('visibilitychange', refreshIfStale);
  addEventListener('online', refreshIfStale);
  if (isStale()) void refreshWorkingStats();
  else timer = setTimeout(() => void refreshWorkingStats(), refetchMs.onSuccess);
}

function end(): void {
  document.removeEventListener('visibilitychange', refreshIfStale);
  removeEventListener('online', refreshIfStale);
  clearTimeout(timer);
}

function refreshIfStale(): void {
  if (document.visibilityState === 'visible' && isStale()) void refreshWorkingStats();
}

const isStale = (): boolean => performance.now() - fetchedAt > refetchMs.staleAfter;

/** Market, feed and models as the server reports them; undefined until the first answer. */
export const useWorkingStats = (): { readonly data: WorkingStats | undefined } => ({
  data: useSyncExternalStore(onWorkingStats, knownWorkingStats, () => undefined),
});
