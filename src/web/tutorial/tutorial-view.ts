import { useEffect } from 'react';
import { createStore } from '../create-store.ts';
import type { Facts } from './tutorial-machine.ts';

export const tutorialView = createStore<Facts['view']>(null);

/** The signal page reports its view to the tutorial; null: a view without a tour. */
export function useTutorialView(shown: Facts['view']): void {
  useEffect(() => {
    tutorialView.set(shown);
    return () => tutorialView.set(null);
  }, [shown]);
}
