import { useSyncExternalStore } from 'react';
import type { Watch } from '#contract/alerts.ts';

/** What this page itself watches for while it is open; null: nothing. */
let watch: Watch | null = null;
const listeners = new Set<() => void>();

export function setPageWatch(next: Watch | null): void {
  watch = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePageWatch = (): Watch | null =>
  useSyncExternalStore(
    subscribe,
    () => watch,
    () => null,
  );
