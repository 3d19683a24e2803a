import { getLanguage } from '../language/languages.ts';
import { loadPhrases } from '../language/phrase-book.ts';
import { getNamespaces, layouts } from '../routes.ts';
import { findPage } from './page-tree.tsx';

/**
 * Loads everything needed to render a page: its phrases, layout, screen, and the screen's own text.
 */
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

/**
 * A release has probably replaced the files that this tab references; the HTML from the server
 * names the new ones.
 */
function reloadOrFail(pathname: string, error: unknown): Promise<void> {
  if (pathname === location.pathname && reloadOnce(location.href)) return new Promise(() => undefined);
  failed.add(pathname);
  // Nobody sees the error of a page that the user has left.
  if (pathname !== location.pathname) forgetFailedLoads();
  throw error;
}

const key = 'reloaded-for';

/**
 * False when this address was already reloaded since a page last loaded completely, to prevent a
 * reload loop.
 */
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
