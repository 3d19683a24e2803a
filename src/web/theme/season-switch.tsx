import { usePhrases } from '../language/use-phrases.ts';
import { chooseAppTheme, useAppTheme } from './app-theme.ts';

/** The way to a page without decorations, at every width. */
export function SeasonSwitch() {
  const { t } = usePhrases();
  if (useAppTheme() !== 'halloween') return null;
  return (
    <button type="button" className="season-switch" onClick={() => chooseAppTheme('basic')}>
      {t('common.footer.noDecorations')}
    </button>
  );
}
