import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Location, NavigationType } from 'react-router';

/** An address, and how it was reached. */
export interface Place {
  readonly location: Location;
  readonly navigationType: NavigationType;
}

/**
 * Scroll position of each page of this tab's history when it was left, by the key of its history
 * entry.
 */
const positions = new Map<string, number>();

/**
 * Scrolls a new page to its top and restores the position on going back; the same page in another
 * language keeps its position. React Router restores positions for its data routers only. `current`
 * is the address, `shown` the page still displayed.
 */
export function useScroll({ location: current }: Place, { location: shown, navigationType: type }: Place): void {
  const before = useRef(shown);
  useEffect(disableBrowserRestoration, []);
  useLayoutEffect(() => {
    if (current !== shown) positions.set(shown.key, scrollY);
  }, [current, shown]);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = shown;
    if (last === shown) return;
    if (last.pathname === shown.pathname) scrollToHash(shown);
    else if (type === 'POP') jumpTo(positions.get(shown.key) ?? 0);
    else if (shown.hash) scrollToHash(shown);
    else if (belowLanguage(last) !== belowLanguage(shown)) jumpTo(0);
  }, [shown, type]);
}

/** At once: only within a page does the window scroll smoothly. */
const jumpTo = (top: number): void => scrollTo({ top, behavior: 'instant' });

/** The part of the path that a page shares with its translations. */
export const belowLanguage = ({ pathname }: Location): string => pathname.replace(/^\/[^/]*|\/$/g, '');

const scrollToHash = ({ hash }: Location): void => document.getElementById(decoded(hash.slice(1)))?.scrollIntoView();

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Only between our own pages: the browser restores the position in a page that it loads itself. */
function disableBrowserRestoration(): () => void {
  const enable = (): void => void (history.scrollRestoration = 'auto');
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', enable);
  return () => removeEventListener('pagehide', enable);
}
