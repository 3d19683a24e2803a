import { useEffect } from 'react';
import type { Facts } from './tutorial-machine.ts';

let view: Facts['view'] = null;
const listeners = new Set<() => void>();

export const tutorialView = (): Facts['view'] => view;

export function onTutorialView(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The signal page reports its view to the tutorial; null: a view without a tour. */
export function useTutorialView(shown: Facts['view']): void {
  useEffect(() => {
    set(shown);
    return () => set(null);
  }, [shown]);
}

function set(next: Facts['view']): void {
  view = next;
  for (const listener of listeners) listener();
}
