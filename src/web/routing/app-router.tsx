import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { type Location, type NavigationType, Router, UNSAFE_createBrowserHistory as createHistory } from 'react-router';
import { whileLoading } from '../ui/loading.ts';
import { isLoaded, loadPage } from './load-page.ts';
import { forgetReload, reloadOnce } from './reload-once.ts';
import { keepScroll, useScroll } from './use-scroll.ts';

interface Shown {
  readonly action: NavigationType;
  readonly location: Location;
}

/** What the build has said of the page that was loaded, to searches and messengers (scripts/web/search-head.ts). */
function forgetFirstPage(): void {
  for (const element of document.head.querySelectorAll('[data-first-page]')) element.remove();
}

/** React Router's own router, but that a page is shown when everything it needs has arrived. Until then the old one stays. */
export function AppRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createHistory({ v5Compat: true }));
  const [{ action, location }, show] = useState<Shown>(() => ({ action: history.action, location: history.location }));

  useLayoutEffect(() => {
    let newest = history.location.key;
    return history.listen((update) => {
      keepScroll(newest);
      newest = update.location.key;
      void goTo(update);
    });

    async function goTo(next: Shown): Promise<void> {
      const { pathname, search, hash } = next.location;
      if (!isLoaded(pathname)) {
        const hasCome = await whileLoading(loadPage(pathname)).then(forgetReload, () => false);
        // Most likely a release has replaced the files that this tab knows: the server's own page knows the new ones.
        if (hasCome === false && next.location.key === newest && reloadOnce(pathname + search + hash)) return;
      }
      // With a part that did not come the page says so itself.
      if (next.location.key !== newest) return;
      forgetFirstPage();
      startTransition(() => show(next));
    }
  }, [history]);

  useScroll(location, action);
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}
