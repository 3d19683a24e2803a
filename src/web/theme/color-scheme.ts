import { useSyncExternalStore } from 'react';
import { createListeners } from '../create-store.ts';
import { writeStored } from '../storage/stored.ts';

type ColorScheme = 'light' | 'dark';

const { subscribe, notify } = createListeners();

const current = (): ColorScheme => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark');

/** The boot script sets it before the first paint; here it is read and switched. */
export const useColorScheme = (): ColorScheme => useSyncExternalStore(subscribe, current, () => 'dark');

export function setColorScheme(scheme: ColorScheme): void {
  writeStored('color-scheme', scheme);
  show(scheme);
}

/** Mirrors the boot script when no scheme has been chosen. */
export function followSystemScheme(): void {
  writeStored('color-scheme', null);
  show(matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');
}

function show(scheme: ColorScheme): void {
  document.documentElement.dataset.theme = scheme;
  notify();
}
