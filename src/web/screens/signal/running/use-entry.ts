import type { Signal } from '#contract/signals.ts';
import { isThinHour } from '#domain/market/market-session.ts';
import { type EntryState, entryState, entryWindow } from '#domain/signals/entry-window.ts';
import { useServerNow } from '../countdown.ts';

export interface Entry {
  readonly state: EntryState;
  readonly isOpen: boolean;
  /** Issued in the hours of low liquidity: the broker's price decides, so no entry is advised. */
  readonly isThin: boolean;
  /** Milliseconds until an entry is too late, and their share of the whole window, 0 to 1. */
  readonly leftMs: number;
  readonly shareLeft: number;
}

export const getEntryWindow = ({ duration, passability, analytics }: Signal) =>
  entryWindow({ duration, passability, breakEven: analytics.breakEven });

/** Whether an entry is still worth it, updated every second. */
export function useEntry(signal: Signal): Entry {
  const window = getEntryWindow(signal);
  const since = Math.max(0, useServerNow() - Date.parse(signal.time));
  const state = entryState(window, since);
  const leftMs = Math.max(0, window.worthMs - since);
  const isOpen = state === 'fresh' || state === 'worth';
  const isThin = isThinHour(Date.parse(signal.time));
  return { state, isOpen, isThin, leftMs, shareLeft: isOpen ? leftMs / window.worthMs : 0 };
}
