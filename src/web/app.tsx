import { Suspense } from 'react';
import { useRoutes } from 'react-router';
import { brand } from '#domain/brand.ts';
import { Document } from './document.tsx';
import { PageBoundary } from './routing/page-boundary.tsx';
import { pageTree } from './routing/page-tree.tsx';
import { Loader } from './ui/loader.tsx';
import { LoadingOverlay } from './ui/loading-overlay.tsx';
import { useIsBuilt } from './ui/use-is-built.ts';

/** `isBuilt`: the document carries its page. Else it carries the dots, and the page follows them. */
export function App({ isBuilt }: { isBuilt: boolean }) {
  const isTakingOver = useIsBuilt();
  return (
    <Document>
      {isBuilt || !isTakingOver ? <Pages /> : <Dots />}
      <LoadingOverlay label={brand.name} />
    </Document>
  );
}

function Pages() {
  const page = useRoutes(pageTree);
  return (
    <PageBoundary>
      <Suspense fallback={<Dots />}>{page}</Suspense>
    </PageBoundary>
  );
}

function Dots() {
  return (
    <div className="boot late">
      <Loader label={brand.name} />
    </div>
  );
}
