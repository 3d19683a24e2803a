import { useSyncExternalStore } from 'react';

/** Milliseconds from a failed request to the next. */
const retryMs = 5_000;

interface PollOptions<Answer> {
  /** Milliseconds from an answer to the next request; null: one answer is enough. */
  readonly pollMs: number | null;
  /** Used from the first failure until there is an answer. */
  readonly fallback?: Answer;
}

interface PolledStore<Answer> {
  /** Undefined until the first answer, or the fallback. */
  readonly get: () => Answer | undefined;
  /** Requests now; late answers of older requests are ignored. */
  readonly refresh: () => Promise<void>;
  readonly useAnswer: () => Answer | undefined;
}

/**
 * An answer of the server that every page needs, requested while components use it, and again after
 * a failure. For pages that load no query library.
 */
export function createPolledStore<Answer>(
  read: () => Promise<Answer>,
  { pollMs, fallback }: PollOptions<Answer>,
): PolledStore<Answer> {
  const listeners = new Set<() => void>();
  let known: Answer | undefined;
  let fetchedAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest = 0;

  async function refresh(): Promise<void> {
    clearTimeout(timer);
    newest += 1;
    const own = newest;
    const answer = await read().catch(() => undefined);
    if (own !== newest) return;
    if (answer !== undefined) fetchedAt = performance.now();
    known = answer ?? known ?? fallback;
    for (const listener of listeners) listener();
    if (listeners.size > 0) refreshIn(answer === undefined ? retryMs : pollMs);
  }

  function refreshIn(milliseconds: number | null): void {
    if (milliseconds !== null) timer = setTimeout(() => void refresh(), milliseconds);
  }

  /** A page that is shown or online again does not wait for the timer with an old answer. */
  const isStale = (): boolean => fetchedAt === null || (pollMs !== null && performance.now() - fetchedAt > pollMs / 2);

  function refreshIfStale(): void {
    if (document.visibilityState === 'visible' && isStale()) void refresh();
  }

  function begin(): void {
    document.addEventListener('visibilitychange', refreshIfStale);
    addEventListener('online', refreshIfStale);
    if (isStale()) void refresh();
    else refreshIn(pollMs);
  }

  function end(): void {
    document.removeEventListener('visibilitychange', refreshIfStale);
    removeEventListener('online', refreshIfStale);
    clearTimeout(timer);
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    if (listeners.size === 1) begin();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) end();
    };
  }

  const get = (): Answer | undefined => known;
  return { get, refresh, useAnswer: () => useSyncExternalStore(subscribe, get, () => undefined) };
}
