import { useEffect, useEffectEvent, useRef } from 'react';
import { keyOf, press, type ShortcutAction } from './shortcut-keys.ts';

/**
 * Handles shortcuts unless the user is typing, the key belongs to the browser, or a dialog is open.
 */
export function useShortcuts(isOn: boolean, act: (action: ShortcutAction) => void): void {
  const prefix = useRef<ReturnType<typeof press>['prefix']>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTaken(event.target)) return;
    const pressed = press(prefix.current, keyOf(event), event.timeStamp);
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
