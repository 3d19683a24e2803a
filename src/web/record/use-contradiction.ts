import { useSyncExternalStore } from 'react';
import { minuteMs } from '#domain/time.ts';
import { onStored, readStored, type Stored } from '../storage/stored.ts';

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

/** A restart or a bad connection must not raise an alarm; a server that refuses the proof must. */
const limits = { attempts: 5, durationMs: 10 * minuteMs } as const;

/**
 * Whether the server has failed often enough, and for long enough, to prove that the record extends
 * the saved checkpoint.
 */
export const isUnproven = ({ since, newest, attempts }: Stored<'record-unproven'>): boolean =>
  attempts >= limits.attempts && newest - since >= limits.durationMs;
