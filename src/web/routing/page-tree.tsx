import { useEffect } from 'react';
import { matchRoutes, Navigate, Outlet, type RouteObject, useLocation, useParams } from 'react-router';
import { withoutScriptsPath } from '#contract/built-pages.ts';
import { brand } from 'virtual:brand';
import { isLanguage, languages } from '#domain/language.ts';
import { toKeys } from '#domain/objects.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import { detectLanguage, getLanguage, languageNames } from '../language/languages.ts';
import type { PageParams } from '../language/page-title.ts';
import { loadPhrases } from '../language/phrase-book.ts';
import { appManifestPath, localizedPath, paths } from '../paths.ts';
import { getNamespaces, layouts, type Page, pages } from '../routes.ts';
import { useUserTurn } from '../session/session-store.ts';
import { readStored, writeStored } from '../storage/stored.ts';
import { DocumentHead } from './document-head.tsx';
import { partNow } from './lazy-part.ts';
import { PageBoundary } from './page-boundary.tsx';

/** The pages of one layout are its children, so that it stays mounted between them. */
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

/** Bare `/`, for visitors without scripts: main.tsx redirects all others. */
function RootRedirect() {
  return (
    <main className="boot min-h-screen grid place-items-center">
      <DocumentHead facts={{ title: brand.name }} />
      <noscript>
        <meta httpEquiv="refresh" content={`0; url=${withoutScriptsPath}`} />
      </noscript>
      <nav className="flex flex-col gap-2" aria-label={brand.name}>
        {languages.map((lang) => (
          <TextLink key={lang} to={paths.home(lang)} hrefLang={lang} lang={lang} text={languageNames[lang].name} />
        ))}
      </nav>
    </main>
  );
}

/** Stores a supported language; replaces any other one and keeps the rest of the address. */
function LanguageLayout() {
  const { lang } = useParams();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    if (isLanguage(lang)) writeStored('i18nextLng', lang);
  }, [lang]);
  if (isLanguage(lang))
    return (
      <>
        {/* React moves it to the head. */}
        <link rel="manifest" href={appManifestPath(lang)} />
        <Outlet />
      </>
    );
  const detected = detectLanguage(readStored('i18nextLng'), navigator.languages);
  return <Navigate replace to={localizedPath(pathname, detected) + search + hash} />;
}

function Layout({ name }: { name: keyof typeof layouts }) {
  const { default: Component } = partNow(layouts[name]);
  return <Component />;
}

function asRoute(page: Page): RouteObject {
  return { path: page.path, handle: page, element: <Screen page={page} /> };
}

function Screen({ page }: { page: Page }) {
  const { default: Component, meta } = partNow(page.screen);
  const params = useParams();
  return (
    <PageBoundary address={useLocation().pathname}>
      <DocumentHead facts={meta({ params })} />
      <Component key={useUserTurn()} />
    </PageBoundary>
  );
}

/** The phrases, the layout, the screen and the screen's own text. */
export async function loadPage(pathname: string): Promise<void> {
  const { page, params } = findPage(pathname) ?? { page: null, params: {} };
  await Promise.all([
    loadPhrases(getLanguage(pathname), getNamespaces(page)),
    page && layouts[page.layout].load(),
    page?.screen.load().then(({ prepare }) => prepare?.(params)),
  ]);
}

const loads = new Map<string, Promise<void>>();
const failed = new Set<string>();
const loaded = new Set<string>();

/** The load that rendering suspends on: one promise per address, so that React recognizes it. */
export function loadPageOnce(pathname: string): Promise<void> {
  const load =
    loads.get(pathname) ??
    loadPage(pathname).then(
      () => {
        loaded.add(pathname);
        clearReloadMark();
      },
      (error) => reloadOrFail(pathname, error),
    );
  loads.set(pathname, load);
  return load;
}

/** A loaded page must not suspend: React shows what replaces a fallback 300 ms after it at the earliest. */
export const isPageLoaded = (pathname: string): boolean => loaded.has(pathname);

/** A page that failed is loaded again when its address is entered again. */
export function forgetFailedLoads(): void {
  for (const pathname of failed) loads.delete(pathname);
  failed.clear();
}

/** A release has probably replaced this tab's files; reloaded HTML names the new ones. */
function reloadOrFail(pathname: string, error: unknown): Promise<void> {
  if (pathname === location.pathname && reloadOnce(location.href)) return new Promise(() => undefined);
  failed.add(pathname);
  // Nobody sees the error of a page that the user has left.
  if (pathname !== location.pathname) forgetFailedLoads();
  throw error;
}

const key = 'reloaded-for';

/** False when this address was reloaded since a page last loaded, to prevent a loop. */
function reloadOnce(address: string): boolean {
  try {
    if (sessionStorage.getItem(key) === address) return false;
    sessionStorage.setItem(key, address);
  } catch {
    // Without storage nothing would stop a reload loop.
    return false;
  }
  location.reload();
  return true;
}

/** The page has loaded completely, so a later failure counts as a new one. */
function clearReloadMark(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
