import { useEffect, useEffectEvent } from 'react';

/**
 * The browser's Back closes an overlay instead of leaving the page. Needs the Navigation API, which
 * lets a page cancel Back only within one document, and once per user activation.
 */
export function useCloseOnBack(close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!('navigation' in globalThis)) return undefined;
    const listener = (event: NavigateEvent): void => {
      if (event.navigationType !== 'traverse' || !event.cancelable) return;
      event.preventDefault();
      onBack();
    };
    navigation.addEventListener('navigate', listener);
    return () => navigation.removeEventListener('navigate', listener);
  }, []);
}
