import { useEffect, useSyncExternalStore } from 'react';
import { type AppTheme, appThemes } from '#domain/app-theme.ts';
import { createListeners } from '../create-store.ts';
import { useStored, writeStored } from '../storage/stored.ts';
import { useSiteSettings } from './site-settings.ts';

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

/** `system`: follows the system setting, which may be reduced motion as well. */
export type Motion = 'system' | 'still';

/** The boot script sets it before the first paint; here it is switched. */
export function chooseMotion(motion: Motion): void {
  const { dataset } = document.documentElement;
  writeStored('motion', motion === 'still' ? motion : null);
  if (motion === 'still') dataset['motion'] = motion;
  else delete dataset['motion'];
}

/** Reduced motion chosen here or in the system. */
export const prefersReducedMotion = (): boolean =>
  document.documentElement.dataset['motion'] === 'still' || matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Whether decorations are drawn: a user who chooses their theme by hand sees them at any time. */
export function useDecorations(): boolean {
  const chosen = useStored('app-theme');
  const settings = useSiteSettings();
  return chosen === null ? settings?.decorations === true : chosen === 'halloween';
}

/** The user's own choice is saved; the operator's default is not, so that it can change. */
export const chooseAppTheme = (theme: AppTheme): void => writeStored('app-theme', theme);

/** Sets `theme-{name}` on the body: the theme chosen here, else the operator's once that is known. */
export function useBodyTheme(): void {
  const chosen = useStored('app-theme');
  const operators = useSiteSettings()?.theme ?? null;
  const theme = chosen ?? operators;
  useEffect(() => {
    if (theme === null) return;
    for (const name of appThemes) document.body.classList.toggle(`theme-${name}`, name === theme);
  }, [theme]);
}
