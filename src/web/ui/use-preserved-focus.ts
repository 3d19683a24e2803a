import { useEffect, useRef } from 'react';
import { focusIfLost } from './focus-if-lost.ts';

/**
 * A state that changes by itself takes what was focused along; the next one is then read from the content's beginning.
 * Whoever has focused nothing yet is left alone.
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
