import { useSyncExternalStore } from 'react';
import { onStored, readStored } from '../storage/stored.ts';
import { isUnproven } from './check/unproven.ts';

/**
 * How the record contradicts the checkpoint saved in this browser, or that the server has long
 * failed to prove that the record extends it; null: neither.
 */
export const useContradiction = (): 'rewritten' | 'other_key' | 'unproven' | null =>
  useSyncExternalStore(onStored, contradiction, () => null);

function contradiction() {
  const unproven = readStored('record-unproven');
  return readStored('record-contradiction')?.kind ?? (unproven && isUnproven(unproven) ? 'unproven' : null);
}
