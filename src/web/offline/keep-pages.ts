import { wikiSlugs } from '#content/wiki/wiki-article.ts';
import type { Language } from '#domain/language.ts';
import { cacheNames } from './cache-names.ts';
import { assetsOf, isBuiltPage } from './page-text.ts';

/** The oldest go first; the pages of all languages and their files are far fewer. */
const mostPages = 80;
const mostAssets = 600;
const dayMs = 86_400_000;

/** Keeps a built page and the files it names. Any other page is a person's own, and is not kept. */
export async function keepPage(address: string, answer?: Response): Promise<void> {
  const page = answer ?? (await fetch(address, { headers: { accept: 'text/html' } }));
  const html = page.ok ? await page.clone().text() : '';
  if (!isBuiltPage(html)) return;
  const pages = await caches.open(cacheNames.pages);
  await pages.put(address, page);
  await Promise.all([keepAssets(assetsOf(html)), trim(pages, mostPages)]);
}

/** The list of articles in one language, and every article; once a day. */
export async function keepWiki(lang: Language): Promise<void> {
  const address = `/${lang}/wiki`;
  const kept = await caches.match(address);
  if (kept && Date.now() - Date.parse(kept.headers.get('date') ?? '') < dayMs) return;
  await keepPage(address);
  for (const slug of wikiSlugs) await keepPage(`${address}/${slug}`);
}

/** Those that are not kept yet; one that does not come keeps none of the others away. */
export async function keepAssets(addresses: readonly string[]): Promise<void> {
  const assets = await caches.open(cacheNames.assets);
  for (const address of addresses) {
    if (!(await assets.match(address))) await assets.add(address).catch(() => undefined);
  }
  await trim(assets, mostAssets);
}

async function trim(cache: Cache, most: number): Promise<void> {
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - most)).map((request) => cache.delete(request)));
}
