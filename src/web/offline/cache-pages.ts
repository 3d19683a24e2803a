import { wikiSlugs } from '#content/wiki/wiki-article.ts';
import type { Language } from '#domain/language.ts';
import { dayMs } from '#domain/time.ts';

/** A new number deletes the caches of older workers. */
export const cacheNames = { pages: 'kurs-pages-1', assets: 'kurs-assets-1' } as const;

/** The oldest are evicted first; the pages of all languages and their files are far fewer. */
const maxPages = 80;
const maxAssets = 600;

/**
 * Caches a prerendered page and the files it references. Any other page is private and is not
 * cached.
 */
export async function cachePage(address: string, answer?: Response): Promise<void> {
  const page = answer ?? (await fetch(address, { headers: { accept: 'text/html' } }));
  const html = page.ok ? await page.clone().text() : '';
  if (!isBuiltPage(html)) return;
  const pages = await caches.open(cacheNames.pages);
  await pages.put(address, page);
  await Promise.all([cacheAssets(findAssets(html)), trim(pages, maxPages)]);
}

/**
 * Caches the list of articles in one language and every article, each once a day: an interrupted
 * download continues with the pages that are missing.
 */
export async function cacheWiki(lang: Language): Promise<void> {
  const list = `/${lang}/wiki`;
  for (const address of [list, ...wikiSlugs.map((slug) => `${list}/${slug}`)]) {
    if (!(await isFresh(address))) await cachePage(address);
  }
}

async function isFresh(address: string): Promise<boolean> {
  const saved = await caches.match(address);
  return saved !== undefined && Date.now() - Date.parse(saved.headers.get('date') ?? '') < dayMs;
}

/** Caches the files that are missing; a failed download does not prevent the others. */
export async function cacheAssets(addresses: readonly string[]): Promise<void> {
  const assets = await caches.open(cacheNames.assets);
  for (const address of addresses) {
    if (!(await assets.match(address))) await assets.add(address).catch(() => undefined);
  }
  await trim(assets, maxAssets);
}

async function trim(cache: Cache, max: number): Promise<void> {
  const saved = await cache.keys();
  await Promise.all(saved.slice(0, Math.max(0, saved.length - max)).map((request) => cache.delete(request)));
}

/**
 * Prerendered and the same for everyone; all other pages are one empty frame. Read from the text,
 * because a service worker has no DOM.
 */
export const isBuiltPage = (html: string): boolean => /<html[^>]* data-page="built"/.test(html);

export const findAssets = (html: string): string[] => [
  ...new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, address = '']) => address)),
];

/** The offline page in the language of the requested page, with a link back to it. */
export function offlineAddress(pathname: string, search = ''): string {
  const lang = /^\/(en|ru)(\/|$)/.exec(pathname)?.[1] ?? 'uk';
  return `/${lang}/offline?from=${encodeURIComponent(pathname + search)}`;
}
