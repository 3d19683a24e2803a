import { type RefObject, useEffect, useRef } from 'react';

/** Focuses what replaces the pressed element, so that screen readers announce it. */
export function useArrivalFocus<Arrived extends HTMLElement = HTMLHeadingElement>(): RefObject<Arrived | null> {
  const arrived = useRef<Arrived>(null);
  useEffect(() => arrived.current?.focus(), []);
  return arrived;
}

/** When a state change removes the focused element, focuses the beginning of the content. */
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

/** When the focused element was removed, focuses `next`, else the beginning of the content. */
export function focusIfLost(next: HTMLElement | null | undefined): void {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body && activeElement.isConnected) return;
  (next ?? document.querySelector('main'))?.focus({ preventScroll: true });
}
