import { useEffect } from 'react';
import type { Facts } from './tutorial-machine.ts';

let view: Facts['desk'] = null;
const listeners = new Set<() => void>();

export const deskView = (): Facts['desk'] => view;

export function onDeskView(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The signal page tells the tutorial what it shows; null: nothing that a tour speaks of. */
export function useDeskView(shown: Facts['desk']): void {
  useEffect(() => {
    set(shown);
    return () => set(null);
  }, [shown]);
}

function set(next: Facts['desk']): void {
  view = next;
  for (const listener of listeners) listener();
}
