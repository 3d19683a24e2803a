const channelName = 'kurs-progress';

/**
 * Notifies the other tabs of this browser that the e-mail address or the broker's id has been
 * confirmed.
 */
export function publishProgress(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('confirmed');
  channel.close();
}

/** Calls back when another tab has published progress, until the returned function is called. */
export function onProgress(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', listener);
  return () => channel.close();
}
