import { useDeferredValue, useLayoutEffect, useState } from 'react';
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router';
import { App, type AppProps } from './app.tsx';
import { useArrival } from './routing/use-arrival.ts';
import { type Place, useScroll } from './routing/use-scroll.ts';

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
