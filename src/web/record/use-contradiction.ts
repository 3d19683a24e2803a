import { useSyncExternalStore } from 'react';
import { onStored, readStored } from '../storage/stored.ts';

/** In which way the record does not continue what this browser knew; null: nothing of the kind was seen. */
export const useContradiction = (): 'rewritten' | 'other_key' | null =>
  useSyncExternalStore(
    onStored,
    () => readStored('record-contradiction')?.kind ?? null,
    () => null,
  );
