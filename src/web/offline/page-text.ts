/** What the service worker reads from the HTML of a page, because it has no DOM. */

/** Prerendered and the same for everyone; all other pages are one empty frame. */
export const isBuiltPage = (html: string): boolean => /<html[^>]* data-page="built"/.test(html);

export const findAssets = (html: string): string[] => [
  ...new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, address = '']) => address)),
];

/** The offline page in the language of the requested page, with a link back to it. */
export function offlineAddress(pathname: string, search = ''): string {
  const lang = /^\/(en|ru)(\/|$)/.exec(pathname)?.[1] ?? 'uk';
  return `/${lang}/offline?from=${encodeURIComponent(pathname + search)}`;
}
