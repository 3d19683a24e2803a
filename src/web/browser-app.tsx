import { useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Location, Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router';
import { App, type AppProps } from './app.tsx';
import { belowLanguage, type Place, useScroll } from './routing/use-scroll.ts';

/**
 * The app in a browser. Renders the next page in the background while it loads; the current page
 * stays until it is ready. Not in a `BrowserRouter`, whose address changes at once for all below:
 * every link of the page would be rendered again before the press of one is acknowledged.
 */
export function BrowserApp(props: AppProps) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [current, setCurrent] = useState<Place>({ location: history.location, navigationType: history.action });
  const deferred = useDeferredValue(current);
  // A new query or fragment of the same page needs no loading.
  const shown = deferred.location.pathname === current.location.pathname ? current : deferred;
  useLayoutEffect(
    () => history.listen(({ location, action }) => setCurrent({ location, navigationType: action })),
    [history],
  );
  useScroll(current, shown);
  useArrival(shown.location);
  return (
    <Router navigator={history} {...shown} useTransitions={false}>
      <App {...props} isLoading={shown !== current} />
    </Router>
  );
}

/**
 * Focuses the heading of the new page after navigation, for users who do not see the page change.
 * Focus stays where it is if the page has set it itself, or if only the language or the query
 * changed.
 */
function useArrival(location: Location): void {
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
