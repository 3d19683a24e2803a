import type { Signal } from '#contract/signals.ts';
import { isObject } from '#domain/objects.ts';
import { deleteOwn, readOwn, saveOwn } from './own-cache.ts';

/**
 * A signal that was open when the network was last available. Nothing about it may look live: only
 * its expiry is shown.
 */
export type OpenSignal = Pick<Signal, 'id' | 'symbol'> & {
  /** Milliseconds. */
  readonly expiresAt: number;
};

const address = '/open-signal';

export const saveOpenSignal = (signal: OpenSignal): Promise<void> => saveOwn(address, signal);

/** Called once its outcome is known here. */
export async function deleteOpenSignal(id: string): Promise<void> {
  if ((await openSignal())?.id === id) await deleteOwn(address);
}

export async function openSignal(): Promise<OpenSignal | null> {
  const saved = await readOwn(address);
  return isOpenSignal(saved) ? saved : null;
}

const isOpenSignal = (value: unknown): value is OpenSignal =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  typeof value['symbol'] === 'string' &&
  typeof value['expiresAt'] === 'number';
