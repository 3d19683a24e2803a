import { useSyncExternalStore } from 'react';

let message = '';
const listeners = new Set<() => void>();

/** Announces a text to screen readers, politely. The live region is in the layout. */
export function announce(text: string): void {
  message = text;
  for (const listener of listeners) listener();
}

export const useAnnouncement = (): string =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => message,
    () => '',
  );
