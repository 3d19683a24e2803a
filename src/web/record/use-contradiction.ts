import { useSyncExternalStore } from 'react';
import { onStored, readStored } from '../storage/stored.ts';

/** How the record contradicts the checkpoint saved in this browser; null: it does not. */
export const useContradiction = (): 'rewritten' | 'other_key' | null =>
  useSyncExternalStore(
    onStored,
    () => readStored('record-contradiction')?.kind ?? null,
    () => null,
  );
