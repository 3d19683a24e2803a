import { signalPaths } from '#contract/paths.ts';

const pollMs = 5_000;

/**
 * Calls back once the server responds, until the returned function is called. The browser event
 * `online` covers only its network: it does not fire when the server was down, or when the network
 * returned before this page was ready.
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
