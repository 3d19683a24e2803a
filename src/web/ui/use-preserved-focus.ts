import { useEffect, useRef } from 'react';
import { focusIfLost } from './focus-if-lost.ts';

/**
 * When a state change removes the focused element, moves the focus to the beginning of the content.
 * Does nothing if no element had the focus.
 */
export function usePreservedFocus(state: string): void {
  const last = useRef<EventTarget | null>(null);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      last.current = target;
    };
    addEventListener('focusin', onFocus);
    return () => removeEventListener('focusin', onFocus);
  }, []);
  useEffect(() => {
    if (last.current) focusIfLost(null);
  }, [state]);
}
