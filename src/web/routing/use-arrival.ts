import { useEffect, useRef } from 'react';
import type { Location } from 'react-router';
import { belowLanguage } from './use-scroll.ts';

/**
 * Whoever follows a link without seeing the page change hears where they have come: the heading takes the focus, and the
 * next key goes on from there. A page that has put the focus somewhere itself keeps it; so does the same page in another
 * language or with another query.
 */
export function useArrival(location: Location): void {
  const shown = useRef(location);
  useEffect(() => {
    const before = shown.current;
    shown.current = location;
    if (belowLanguage(before) === belowLanguage(location)) return;
    const main = document.querySelector('main');
    if (!main || (main.contains(document.activeElement) && main !== document.activeElement)) return;
    const heading = main.querySelector('h1') ?? main;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [location]);
}
