import { lazy, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { languages } from '#domain/language.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { useSession } from '../session/use-session.ts';
import { useStored } from '../storage/use-stored.ts';
import { setColorScheme, useColorScheme } from '../theme/color-scheme.ts';
import { Optional } from '../ui/optional.tsx';
import { useSwitchLanguage } from './language-menu.tsx';
import type { ShortcutAction } from './shortcut-keys.ts';
import { onShortcutList } from './show-shortcuts.ts';
import { useShortcuts } from './use-shortcuts.ts';

const ShortcutList = lazy(() => import('./shortcut-list.tsx').then((module) => ({ default: module.ShortcutList })));

/** Keyboard shortcuts of every page, and their list. */
export function ShortcutKeyboard() {
  const { lang } = usePhrases();
  const navigate = useNavigate();
  const switchLanguage = useSwitchLanguage();
  const scheme = useColorScheme();
  const session = useSession();
  const [isListOpen, setListOpen] = useState(false);
  const canTrade = session.kind === 'in' && session.user.referralId !== null;

  const trading = (act: () => void): void => {
    if (canTrade) act();
  };
  const acts: Record<ShortcutAction, () => void> = {
    list: () => setListOpen(true),
    home: () => void navigate(paths.home(lang)),
    signal: () => trading(() => void navigate(paths.signal(lang))),
    history: () => trading(() => void navigate(paths.history(lang))),
    get: () => trading(pressGetSignal),
    language: () => switchLanguage(languages[(languages.indexOf(lang) + 1) % languages.length] ?? lang),
    theme: () => setColorScheme(scheme === 'dark' ? 'light' : 'dark'),
  };
  useShortcuts(useStored('shortcuts') !== 'off', (action) => acts[action]());
  useEffect(() => onShortcutList(() => setListOpen(true)), []);
  if (!isListOpen) return null;
  return (
    <Optional>
      <ShortcutList canTrade={canTrade} onClose={() => setListOpen(false)} />
    </Optional>
  );
}

/** Clicks the actual button, so that it behaves the same and does nothing where there is none. */
function pressGetSignal(): void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-tour="get"]')];
  buttons.find(({ offsetWidth, disabled }) => offsetWidth > 0 && !disabled)?.click();
}
