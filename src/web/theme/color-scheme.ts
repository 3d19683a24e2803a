import { useSyncExternalStore } from 'react';
import { writeStored } from '../storage/stored.ts';

export type ColorScheme = 'light' | 'dark';

const listeners = new Set<() => void>();

const current = (): ColorScheme => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark');

/** The boot script set it before the first paint; here it is read and switched. */
export const useColorScheme = (): ColorScheme => useSyncExternalStore(subscribe, current, () => 'dark');

export function setColorScheme(scheme: ColorScheme): void {
  document.documentElement.dataset.theme = scheme;
  writeStored('color-scheme', scheme);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
