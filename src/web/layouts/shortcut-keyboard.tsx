import { lazy, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { languages } from '#domain/language.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { useSession } from '../session/session-store.ts';
import { useStored } from '../storage/use-stored.ts';
import { setColorScheme, useColorScheme } from '../theme/color-scheme.ts';
import { Optional } from '../ui/optional.tsx';
import { useSwitchLanguage } from './header/language-menu.tsx';
import { getKey, onShortcutList, press, type ShortcutAction } from './shortcut-keys.ts';

const ShortcutList = lazy(() => import('./shortcut-list.tsx').then((module) => ({ default: module.ShortcutList })));

/** Keyboard shortcuts of every page, and their list. */
export function ShortcutKeyboard() {
  const { lang } = usePhrases();
  const navigate = useNavigate();
  const switchLanguage = useSwitchLanguage();
  const scheme = useColorScheme();
  const session = useSession();
  const [isListOpen, setIsListOpen] = useState(false);
  const canTrade = session.kind === 'in' && session.user.referralId !== null;

  const trading = (act: () => void): void => {
    if (canTrade) act();
  };
  const acts: Record<ShortcutAction, () => void> = {
    list: () => setIsListOpen(true),
    home: () => void navigate(paths.home(lang)),
    signal: () => trading(() => void navigate(paths.signal(lang))),
    history: () => trading(() => void navigate(paths.history(lang))),
    get: () => trading(pressGetSignal),
    language: () => switchLanguage(languages[(languages.indexOf(lang) + 1) % languages.length] ?? lang),
    theme: () => setColorScheme(scheme === 'dark' ? 'light' : 'dark'),
  };
  useShortcuts(useStored('shortcuts') !== 'off', (action) => acts[action]());
  useEffect(() => onShortcutList(() => setIsListOpen(true)), []);
  if (!isListOpen) return null;
  return (
    <Optional>
      <ShortcutList canTrade={canTrade} onClose={() => setIsListOpen(false)} />
    </Optional>
  );
}

/** Clicks the actual button, so that it behaves the same and does nothing where there is none. */
function pressGetSignal(): void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-tour="get"]')];
  buttons.find(({ offsetWidth, disabled }) => offsetWidth > 0 && !disabled)?.click();
}

/**
 * Handles shortcuts unless the user is typing, the key belongs to the browser, or a dialog is open.
 */
function useShortcuts(isOn: boolean, act: (action: ShortcutAction) => void): void {
  const prefix = useRef<ReturnType<typeof press>['prefix']>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTaken(event.target)) return;
    const pressed = press(prefix.current, getKey(event), event.timeStamp);
    prefix.current = pressed.prefix;
    if (pressed.action === null) return;
    event.preventDefault();
    act(pressed.action);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);
}

const typing = 'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable], [role=menu] *';

const isTaken = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null || (target instanceof Element && target.matches(typing));
