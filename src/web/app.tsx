import { QueryClientProvider } from '@tanstack/react-query';
import { memo, type ReactNode, Suspense, use, useEffect, useEffectEvent } from 'react';
import { useLocation, useRoutes } from 'react-router';
import { brand } from 'virtual:brand';
import type { Language } from '#domain/language.ts';
import { queries } from './api/queries.ts';
import { getLanguage } from './language/languages.ts';
import { forgetFailedLoads, isPageLoaded, loadPageOnce, pageTree } from './routing/page-tree.tsx';
import { PageBoundary } from './routing/page-boundary.tsx';
import { Loader, LoadingOverlay } from './ui/feedback/loader.tsx';
import { useIsBuilt } from './routing/use-is-built.ts';

interface PagesProps {
  /** Called once, when the page handles events. */
  readonly onReady?: (() => void) | undefined;
}

export interface AppProps extends PagesProps {
  /** The document holds the prerendered page, not the loading dots that the page replaces. */
  readonly isBuilt: boolean;
  readonly isLoading?: boolean;
}

/** The document with the page of the router's address. */
export function App({ isBuilt, onReady, isLoading = false }: AppProps) {
  const Shown = isBuilt ? Pages : PagesAfterDots;
  return (
    <Document language={getLanguage(useLocation().pathname)}>
      <QueryClientProvider client={queries}>
        <Shown onReady={onReady} />
      </QueryClientProvider>
      {isLoading && <LoadingOverlay label={brand.name} />}
    </Document>
  );
}

/** Separate, because rendering a prerendered page again after hydration would delay its first events. */
function PagesAfterDots(props: PagesProps) {
  return useIsBuilt() ? <Dots /> : <Pages {...props} />;
}

/** Memoized, so that the current page is not rendered again when a navigation starts. */
const Pages = memo(({ onReady }: PagesProps) => (
  <PageBoundary address={useLocation().pathname} onCleared={forgetFailedLoads}>
    <Suspense fallback={<Dots />}>
      <LoadedPage />
      <Ready onReady={onReady} />
    </Suspense>
  </PageBoundary>
));

function LoadedPage() {
  const { pathname } = useLocation();
  if (!isPageLoaded(pathname)) use(loadPageOnce(pathname));
  return useRoutes(pageTree);
}

/** Rendered after the page, so its effect runs when everything above is hydrated. */
function Ready({ onReady }: PagesProps) {
  const ready = useEffectEvent(() => onReady?.());
  useEffect(() => ready(), []);
  return null;
}

function Dots() {
  return (
    <div className="boot min-h-screen grid place-items-center late">
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
