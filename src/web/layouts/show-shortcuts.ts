const eventName = 'show-shortcuts';

/** For a button that opens the list of keys. */
export const showShortcuts = (): void => void dispatchEvent(new Event(eventName));

export function onShortcutList(listener: () => void): () => void {
  addEventListener(eventName, listener);
  return () => removeEventListener(eventName, listener);
}
