import { memo, type ReactNode, Suspense, use, useDeferredValue, useEffect, useEffectEvent } from 'react';
import { type Location, useLocation, useRoutes } from 'react-router';
import { brand } from '#domain/brand.ts';
import type { Language } from '#domain/language.ts';
import { getLanguage } from './language/languages.ts';
import { loadPageOnce } from './routing/load-page.ts';
import { PageBoundary } from './routing/page-boundary.tsx';
import { pageTree } from './routing/page-tree.tsx';
import { useArrival } from './routing/use-arrival.ts';
import { useScroll } from './routing/use-scroll.ts';
import { Loader, LoadingOverlay } from './ui/feedback/loader.tsx';
import { useIsBuilt } from './ui/use-is-built.ts';

interface AppProps {
  /**
   * True: the document holds the prerendered page; false: it holds the loading dots, which the page
   * replaces.
   */
  readonly isBuilt: boolean;
  /** Called once, when the page handles events. */
  readonly onReady?: (() => void) | undefined;
}

/**
 * Renders the next page in the background while it loads; the current page stays until it is ready.
 */
export function App({ isBuilt, onReady }: AppProps) {
  const current = useLocation();
  const deferred = useDeferredValue(current);
  // A new query or fragment of the same page needs no loading.
  const shown = deferred.pathname === current.pathname ? current : deferred;
  useScroll(current, shown);
  useArrival(shown);
  const Shown = isBuilt ? Pages : PagesAfterDots;
  return (
    <Document language={getLanguage(shown.pathname)}>
      <Shown location={shown} onReady={onReady} />
      {shown !== current && <LoadingOverlay label={brand.name} />}
    </Document>
  );
}

interface PagesProps extends Pick<AppProps, 'onReady'> {
  readonly location: Location;
}

/**
 * A separate component, because rendering the whole prerendered page again right after hydration
 * would delay its first events.
 */
function PagesAfterDots(props: PagesProps) {
  return useIsBuilt() ? <Dots /> : <Pages {...props} />;
}

function Pages({ location, onReady }: PagesProps) {
  return (
    <PageBoundary address={location.pathname}>
      <Suspense fallback={<Dots />}>
        <LoadedPage location={location} />
        <Ready onReady={onReady} />
      </Suspense>
    </PageBoundary>
  );
}

/**
 * Suspends until the page is loaded. Memoized, so that the current page is not rendered again when
 * a navigation starts.
 */
const LoadedPage = memo(({ location }: { location: Location }) => {
  use(loadPageOnce(location.pathname));
  return useRoutes(pageTree, location);
});

/** Rendered after the page, so its effect runs when everything above is hydrated. */
function Ready({ onReady }: Pick<AppProps, 'onReady'>) {
  const ready = useEffectEvent(() => onReady?.());
  useEffect(() => ready(), []);
  return null;
}

function Dots() {
  return (
    <div className="boot late">
      <Loader label={brand.name} />
    </div>
  );
}

/**
 * The whole document, because React also renders the head. The build adds styles, the boot script
 * and preloads to every head; React ignores elements it does not know.
 */
function Document({ language, children }: { language: Language; children: ReactNode }) {
  useEffect(() => {
    // Setting the same value again makes the browser recompute the styles of the whole page.
    if (document.documentElement.lang !== language) document.documentElement.lang = language;
  }, [language]);
  return (
    // Before React loads, the boot script sets the theme, and on the fallback page the language.
    <html lang={language} suppressHydrationWarning>
      <head />
      <body>{children}</body>
    </html>
  );
}
