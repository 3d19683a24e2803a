import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Location, NavigationType } from 'react-router';

/** How far each page of this tab's history was scrolled, by the key of its entry. */
const positions = new Map<string, number>();

/** Before a page is left. */
export const keepScroll = (key: string): void => void positions.set(key, scrollY);

/** A new page begins at its top, one that is gone back to where it was left, and the same page in another language stays. */
export function useScroll(location: Location, action: NavigationType): void {
  const shown = useRef(location);
  useEffect(leaveScrollingToUs, []);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = location;
    if (before === location) return;
    if (action === 'POP') scrollTo(0, positions.get(location.key) ?? 0);
    else if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
    else if (below(before) !== below(location)) scrollTo(0, 0);
  }, [location, action]);
}

const below = ({ pathname }: Location): string => pathname.replace(/^\/[^/]*|\/$/g, '');

/** The browser restores what it loads itself; in between the pages are ours. */
function leaveScrollingToUs(): () => void {
  const giveBack = (): void => void (history.scrollRestoration = 'auto');
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', giveBack);
  return () => removeEventListener('pagehide', giveBack);
}
