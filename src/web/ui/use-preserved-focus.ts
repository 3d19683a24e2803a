import { useEffect, useRef } from 'react';
import { focusIfLost } from './focus-if-lost.ts';

/**
 * When a state change removes the focused element, moves the focus to the beginning of the content.
 * Does nothing if no element had the focus.
 */
export function usePreservedFocus(state: string): void {
  const last = useRef<EventTarget | null>(null);
  useEffect(() => {
    const cache = ({ target }: FocusEvent): void => {
      last.current = target;
    };
    addEventListener('focusin', cache);
    return () => removeEventListener('focusin', cache);
  }, []);
  useEffect(() => {
    if (last.current) focusIfLost(null);
  }, [state]);
}
