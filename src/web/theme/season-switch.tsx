import { usePhrases } from '../language/use-phrases.ts';
import { chooseAppTheme, useAppTheme } from './app-theme.ts';

/** Switches the decorations off, available at every width. */
export function SeasonSwitch() {
  const { t } = usePhrases();
  if (useAppTheme() !== 'halloween') return null;
  return (
    <button type="button" className="season-switch" onClick={() => chooseAppTheme('basic')}>
      {t('common.footer.noDecorations')}
    </button>
  );
}
