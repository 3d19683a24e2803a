/** What the worker reads in the HTML of a page: it has no document to ask. */

/** Built ahead and the same for everybody; all other pages are one empty frame. */
export const isBuiltPage = (html: string): boolean => /<html[^>]* data-page="built"/.test(html);

export const assetsOf = (html: string): string[] => [
  ...new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, address = '']) => address)),
];

/** The page for the time without a network, in the language of the page that was wanted, which it leads back to. */
export function offlineAddress(pathname: string, search = ''): string {
  const lang = /^\/(en|ru)(\/|$)/.exec(pathname)?.[1] ?? 'uk';
  return `/${lang}/offline?from=${encodeURIComponent(pathname + search)}`;
}
