import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useRoutes } from 'react-router';
import { brand } from '#domain/brand.ts';
import { isProblem } from './api/api-problem.ts';
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
  const [queries] = useState(createQueries);
  const page = useRoutes(pageTree);
  return (
    <QueryClientProvider client={queries}>
      <PageBoundary>
        <Suspense fallback={<Dots />}>{page}</Suspense>
      </PageBoundary>
    </QueryClientProvider>
  );
}

function Dots() {
  return (
    <div className="boot late">
      <Loader label={brand.name} />
    </div>
  );
}

/** Refusals are answers, not accidents: only a lost connection is worth another try. */
function createQueries(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 30_000 } } });
}

const isWorthRetrying = (failures: number, error: Error): boolean => failures < 3 && isProblem(error, 'offline');
