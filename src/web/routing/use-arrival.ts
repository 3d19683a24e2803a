import { useEffect, useRef } from 'react';
import type { Location } from 'react-router';
import { belowLanguage } from './use-scroll.ts';

/**
 * Focuses the heading of the new page after navigation, for users who do not see the page change.
 * Focus stays where it is if the page has set it itself, or if only the language or the query
 * changed.
 */
export function useArrival(location: Location): void {
  const shown = useRef(location);
  useEffect(() => {
    const before = shown.current;
    shown.current = location;
    if (before.pathname !== location.pathname) removeFirstPageTags();
    if (belowLanguage(before) === belowLanguage(location)) return;
    const main = document.querySelector('main');
    if (!main || (main.contains(document.activeElement) && main !== document.activeElement)) return;
    const heading = main.querySelector('h1') ?? main;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [location]);
}

/**
 * Removes the tags that the build wrote about the first page for search engines and messengers
 * (scripts/web/search-head.ts).
 */
function removeFirstPageTags(): void {
  for (const element of document.head.querySelectorAll('[data-first-page]')) element.remove();
}
