import { useSyncExternalStore } from 'react';

let running = 0;
const listeners = new Set<() => void>();

/** Raises the flag of the whole page while the work goes on; the overlay shows it when it takes long. */
export async function whileLoading<T>(work: Promise<T>): Promise<T> {
  change(1);
  try {
    return await work;
  } finally {
    change(-1);
  }
}

export const useLoading = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => running > 0,
    () => false,
  );

function change(by: 1 | -1): void {
  running += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
