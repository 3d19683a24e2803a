const channelName = 'kurs-activation';

/** To the other tabs of this browser: the address has been confirmed. */
export function tellActivated(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('activated');
  channel.close();
}

/** Hears it, until the returned function is called. */
export function onActivated(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', listener);
  return () => channel.close();
}
