import 'virtual:brand.css';
import './styles/app.css';
import { startTransition, StrictMode, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import {
  type Location,
  type NavigationType,
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
} from 'react-router';
import { isCampaign } from '#domain/accounts/user.ts';
import { detectLanguage, getLanguage } from './language/languages.ts';
import { localizedPath } from './paths.ts';
import { loadPage, loadPageOnce } from './routing/page-tree.tsx';
import { startSession } from './session/session-store.ts';
import { readStored, writeStored } from './storage/stored.ts';
import { App, type AppProps } from './app.tsx';

const { pathname, search, hash } = location;
saveCampaign(search);
const wanted = localizedPath(pathname, detectLanguage(readStored('i18nextLng'), navigator.languages));

if (wanted !== pathname && readStored('i18nextLng') === null) writeStored('language-given', getLanguage(wanted));

// Not awaited: pages import from this file, so awaiting would deadlock.
if (wanted === pathname) void start();
else location.replace(wanted + search + hash);

async function start(): Promise<void> {
  // The error boundary of the page shows a failure.
  await loadPageOnce(pathname).catch(() => undefined);
  const isBuilt = document.documentElement.dataset['page'] === 'built';
  const pressAgain = takeEarlyPress();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <BrowserApp isBuilt={isBuilt} onReady={pressAgain} />
      </StrictMode>,
    );
  });
  prefetchLinks();
  void startSession();
}

declare global {
  /** Set by the boot script; returns the element pressed and stops its listener. */
  var takeEarlyPress: (() => HTMLElement | null) | undefined;

  interface Navigator {
    /** The Network Information API, which some browsers lack. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

/**
 * Returns the button or form last pressed before hydration. Called just before hydration, because
 * React then replays events itself. The returned function repeats the press once the page handles
 * input.
 */
function takeEarlyPress(): () => void {
  const pressed = globalThis.takeEarlyPress?.() ?? null;
  return () => {
    if (!pressed?.isConnected) return;
    if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
    else pressed.click();
  };
}

/** Prefetches a page when the pointer, a finger or the focus is on a link to it. */
function prefetchLinks(): void {
  for (const event of ['pointerover', 'touchstart', 'focusin'] as const)
    document.addEventListener(event, ({ target }) => prefetch(target), { passive: true });
}

function prefetch(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
  // Respects the data saver: no prefetching.
  if (!link || navigator.connection?.saveData) return;
  // An error is shown when the page is opened.
  loadPage(new URL(link.href).pathname).catch(() => undefined);
}

/** Saves a valid `?campaign=` of a referral link on any page until registration. */
function saveCampaign(query: string): void {
  const campaign = new URLSearchParams(query).get('campaign')?.trim();
  if (isCampaign(campaign)) writeStored('campaign', campaign);
}

/**
 * The app in a browser. Renders the next page in the background while it loads; the current page
 * stays until it is ready. Not in a `BrowserRouter`, whose address changes at once for all below:
 * every link of the page would be rendered again before the press of one is acknowledged.
 */
function BrowserApp(props: AppProps) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [current, setCurrent] = useState<Visit>({ location: history.location, navigationType: history.action });
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

/** Removes tags about the first page for search engines (scripts/web/search-head.ts). */
function removeFirstPageTags(): void {
  for (const element of document.head.querySelectorAll('[data-first-page]')) element.remove();
}

/** An address, and how it was reached. */
interface Visit {
  readonly location: Location;
  readonly navigationType: NavigationType;
}

/** Scroll position of each left page of this tab, by the key of its history entry. */
const positions = new Map<string, number>();

/**
 * Scrolls a new page to its top and restores the position on going back; the same page in another
 * language keeps its position. React Router restores positions for its data routers only. `current`
 * is the address, `shown` the page still displayed.
 */
function useScroll({ location: current }: Visit, { location: shown, navigationType: type }: Visit): void {
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

/** Without the smooth scrolling of links within a page. */
const jumpTo = (top: number): void => scrollTo({ top, behavior: 'instant' });

/** The part of the path that a page shares with its translations. */
const belowLanguage = (at: Location): string => at.pathname.replace(/^\/[^/]*|\/$/g, '');

const scrollToHash = (at: Location): void => document.getElementById(decoded(at.hash.slice(1)))?.scrollIntoView();

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
