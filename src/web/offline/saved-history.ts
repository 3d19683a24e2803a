import type { Signal } from '#contract/signals.ts';
import { isObject } from '#domain/objects.ts';
import { readOwn, saveOwn } from './own-cache.ts';

/** A settled signal as shown offline. */
type SavedSignal = Pick<Signal, 'id' | 'symbol' | 'signal' | 'time' | 'result'>;

export interface SavedHistory {
  /** Milliseconds. */
  readonly savedAt: number;
  readonly signals: readonly SavedSignal[];
}

const address = '/saved-history';

/** Saves settled signals only: an open one would still look live after its expiry. */
export async function saveHistory(items: readonly Signal[], savedAt: number): Promise<void> {
  const signals = items
    .filter(({ status, result }) => status === 'settled' && result !== null)
    .map(({ id, symbol, signal, time, result }) => ({ id, symbol, signal, time, result }));
  const history: SavedHistory = { savedAt, signals };
  await saveOwn(address, history);
}

/** Null: nothing is saved, or only by another version. */
export async function savedHistory(): Promise<SavedHistory | null> {
  const saved = await readOwn(address);
  return isHistory(saved) ? saved : null;
}

const isHistory = (value: unknown): value is SavedHistory =>
  isObject(value) && Array.isArray(value['signals']) && typeof value['savedAt'] === 'number';
