import type { Signal } from '#contract/signals.ts';
import { ownCacheName } from './cache-names.ts';

/**
 * A signal that was open when the network was last available. Nothing about it may look live: only
 * its expiry is shown.
 */
export type OpenSignal = Pick<Signal, 'id' | 'symbol'> & {
  /** Milliseconds. */
  readonly expiresAt: number;
};

const address = '/open-signal';
const own = (): Promise<Cache> => caches.open(ownCacheName);

/** Without storage the offline page shows no signal. */
export async function saveOpenSignal(signal: OpenSignal): Promise<void> {
  await own()
    .then((cache) => cache.put(address, Response.json(signal)))
    .catch(() => undefined);
}

/** Called once its outcome is known here. */
export async function deleteOpenSignal(id: string): Promise<void> {
  if ((await openSignal())?.id === id) await (await own()).delete(address);
}

export async function openSignal(): Promise<OpenSignal | null> {
  try {
    const saved: unknown = await (await (await own()).match(address))?.json();
    return isOpenSignal(saved) ? saved : null;
  } catch {
    return null;
  }
}

const isOpenSignal = (value: unknown): value is OpenSignal =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'id') === 'string' &&
  typeof Reflect.get(value, 'symbol') === 'string' &&
  typeof Reflect.get(value, 'expiresAt') === 'number';
