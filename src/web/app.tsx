import { Suspense, useEffect, useEffectEvent } from 'react';
import { useRoutes } from 'react-router';
import { brand } from '#domain/brand.ts';
import { Document } from './document.tsx';
import { PageBoundary } from './routing/page-boundary.tsx';
import { pageTree } from './routing/page-tree.tsx';
import { Loader } from './ui/loader.tsx';
import { LoadingOverlay } from './ui/loading-overlay.tsx';
import { useIsBuilt } from './ui/use-is-built.ts';

interface AppProps {
  /** The document carries its page. Else it carries the dots, and the page follows them. */
  readonly isBuilt: boolean;
  /** Called once, when the page listens to what is pressed. */
  readonly onReady?: (() => void) | undefined;
}

export function App({ isBuilt, onReady }: AppProps) {
  return (
    <Document>
      {isBuilt ? <Pages onReady={onReady} /> : <PagesAfterDots onReady={onReady} />}
      <LoadingOverlay label={brand.name} />
    </Document>
  );
}

/** A component of its own: drawing all of a built page anew, once it is taken over, would hold up what is pressed. */
function PagesAfterDots({ onReady }: Pick<AppProps, 'onReady'>) {
  return useIsBuilt() ? <Dots /> : <Pages onReady={onReady} />;
}

function Pages({ onReady }: Pick<AppProps, 'onReady'>) {
  const page = useRoutes(pageTree);
  return (
    <PageBoundary>
      <Suspense fallback={<Dots />}>
        {page}
        <Ready onReady={onReady} />
      </Suspense>
    </PageBoundary>
  );
}

/** Stands after the page: by then everything above it has been taken over. */
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
