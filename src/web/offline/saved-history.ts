import type { Signal } from '#contract/signals.ts';
import { ownCacheName } from './cache-names.ts';

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
  await own()
    .then((cache) => cache.put(address, Response.json(history)))
    // Without storage there is no offline copy.
    .catch(() => undefined);
}

/** Null: nothing is saved, or only by another version. */
export async function savedHistory(): Promise<SavedHistory | null> {
  try {
    const saved = await (await own()).match(address);
    const history: unknown = await saved?.json();
    return isHistory(history) ? history : null;
  } catch {
    return null;
  }
}

/** Deletes the user's data at sign-out. */
export async function deleteSavedHistory(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(ownCacheName).catch(() => false);
}

const own = async (): Promise<Cache> => caches.open(ownCacheName);

function isHistory(value: unknown): value is SavedHistory {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(Reflect.get(value, 'signals')) && typeof Reflect.get(value, 'savedAt') === 'number';
}
