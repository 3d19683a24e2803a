import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { World } from './world.ts';

/**
 * Pauses that the product takes without a scheduler, as before it begins a transaction again, pass
 * in virtual time while `work` runs.
 */
export async function withVirtualPauses({ now, at }: Pick<World, 'now' | 'at'>, work: () => Promise<void>) {
  const { setTimeout } = timers;
  const pause = (ms = 0): Promise<void> => new Promise((resolve) => void at(now() + ms, resolve));
  Object.assign(timers, { setTimeout: pause });
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    Object.assign(timers, { setTimeout });
    syncBuiltinESMExports();
  }
}
