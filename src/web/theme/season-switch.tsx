import { usePhrases } from '../language/use-phrases.ts';
import { chooseAppTheme, useAppTheme } from './app-theme.ts';
import { useSiteSettings } from './site-settings.ts';

/** Removes the decorations and brings them back, for visitors too; nothing out of season. */
export function SeasonSwitch() {
  const { t } = usePhrases();
  const isOn = useAppTheme() === 'halloween';
  const isInSeason = useSiteSettings()?.theme === 'halloween';
  if (!isOn && !isInSeason) return null;
  return (
    <button type="button" className="season-switch" onClick={() => chooseAppTheme(isOn ? 'basic' : 'halloween')}>
      {t(isOn ? 'common.footer.noDecorations' : 'common.footer.decorations')}
    </button>
  );
}
