import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Location } from 'react-router';
import { decoded } from '../small-router/decoded.ts';
import type { Step } from '../small-router/stepper.ts';

/** How far each page of this tab's history was scrolled, by the key of its entry. */
const positions = new Map<string, number>();
let shownKey = '';

/** Before a page is left. */
export const keepScroll = (): void => void positions.set(shownKey, scrollY);

/** A new page begins at its top, one that is gone back to where it was left, and the same page in another language stays. */
export function useScroll({ by, location }: Step): void {
  const shown = useRef(location);
  useEffect(leaveScrollingToUs, []);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = location;
    shownKey = location.key;
    if (before === location) return;
    if (by === 'pop') scrollTo(0, positions.get(location.key) ?? 0);
    else if (location.hash) document.getElementById(decoded(location.hash.slice(1)))?.scrollIntoView();
    else if (belowLanguage(before) !== belowLanguage(location)) scrollTo(0, 0);
  }, [location, by]);
}

/** The same for a page in every language. */
export const belowLanguage = ({ pathname }: Location): string => pathname.replace(/^\/[^/]*|\/$/g, '');

/** The browser restores what it loads itself; in between the pages are ours. */
function leaveScrollingToUs(): () => void {
  const giveBack = (): void => void (history.scrollRestoration = 'auto');
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', giveBack);
  return () => removeEventListener('pagehide', giveBack);
}
