import { useEffect, useEffectEvent } from 'react';

/**
 * The browser's Back closes what lies over the page instead of leaving it. Only where a page may
 * cancel it (Navigation API): once for each press of the user, between pages of one document.
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
