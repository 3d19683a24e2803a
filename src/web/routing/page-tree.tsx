import type { ReactNode } from 'react';
import { matchRoutes, type RouteObject, useLocation, useParams } from 'react-router';
import { toKeys } from '#domain/objects.ts';
import type { PageParams } from '../language/page-title.ts';
import { LanguageLayout } from '../layouts/language-layout.tsx';
import { layouts, type Page, pages, queriesPart } from '../routes.ts';
import { RootRedirect } from '../screens/root-redirect.tsx';
import { partNow } from './lazy-part.ts';
import { PageBoundary } from './page-boundary.tsx';
import { PageHead } from './page-head.tsx';

/**
 * The table of routes.ts as React Router route objects. Pages of one layout are its children, so
 * that it stays mounted between them.
 */
export const pageTree: RouteObject[] = [
  { path: '/', element: <RootRedirect /> },
  {
    path: ':lang',
    element: <LanguageLayout />,
    children: toKeys(layouts).map((layout) => ({
      element: <Layout name={layout} />,
      children: pages.filter((page) => page.layout === layout).map(asRoute),
    })),
  },
];

/** The page of an address and its parameters; null for the root, which is not in the table. */
export function findPage(pathname: string): { readonly page: Page; readonly params: PageParams } | null {
  const match = matchRoutes(pageTree, pathname)?.at(-1);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- set by asRoute below, absent on the root alone
  const page = match?.route.handle as Page | undefined;
  return match && page ? { page, params: match.params } : null;
}

function asRoute(page: Page): RouteObject {
  return { path: page.path, handle: page, element: <Screen page={page} /> };
}

function Layout({ name }: { name: keyof typeof layouts }) {
  const { default: Component } = partNow(layouts[name]);
  return <Component />;
}

function Screen({ page }: { page: Page }) {
  const { default: Component, meta } = partNow(page.screen);
  const params = useParams();
  return (
    <PageBoundary address={useLocation().pathname}>
      <PageHead facts={meta({ params })} />
      {page.isOwn ? (
        <Own>
          <Component />
        </Own>
      ) : (
        <Component />
      )}
    </PageBoundary>
  );
}

function Own({ children }: { children: ReactNode }) {
  const { Queries } = partNow(queriesPart);
  return <Queries>{children}</Queries>;
}
