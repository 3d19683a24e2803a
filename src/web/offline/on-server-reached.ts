import { signalPaths } from '#contract/signal-paths.ts';

const pollMs = 5_000;

/**
 * Calls back once the server answers, until the returned function is called: a browser says `online` of its network
 * alone, and not at all when it was the server that was away, or when the network returned before this page was ready.
 */
export function onServerReached(callback: () => void): () => void {
  const stop = new AbortController();
  const poll = async (): Promise<void> => {
    const answer = await fetch(signalPaths.workingStats, { cache: 'no-store', signal: stop.signal }).catch(() => null);
    if (stop.signal.aborted) return;
    if (answer?.ok) return callback();
    timer = setTimeout(() => void poll(), pollMs);
  };
  let timer = setTimeout(() => void poll(), pollMs);
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}
