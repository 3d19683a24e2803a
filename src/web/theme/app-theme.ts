import { useEffect } from 'react';
import { type AppTheme, appThemes } from '#domain/app-theme.ts';
import { useStored, writeStored } from '../storage/stored.ts';
import { useSiteSettings } from './site-settings.ts';

/** The theme chosen here, else by the operator; null until that is known. */
export function useAppTheme(): AppTheme | null {
  const chosen = useStored('app-theme');
  const operators = useSiteSettings()?.theme ?? null;
  return chosen ?? operators;
}

/** The user's own choice is saved; the operator's default is not, so that it can change. */
export const chooseAppTheme = (theme: AppTheme): void => writeStored('app-theme', theme);

/** Sets `theme-{name}` on the body while the theme is shown. */
export function useBodyTheme(theme: AppTheme | null): void {
  useEffect(() => {
    if (theme === null) return undefined;
    for (const name of appThemes) document.body.classList.toggle(`theme-${name}`, name === theme);
    return undefined;
  }, [theme]);
}
