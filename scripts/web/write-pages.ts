import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isLanguage, languages } from '#domain/language.ts';
import type * as prerender from '#web/prerender.tsx';
import { brand } from './built-brand.ts';
import { findFonts, findScripts, type Manifest } from './page-files.ts';
import { escaped, searchHead } from './search-head.ts';
import { drawPicture } from './share-pictures.ts';
import { originMark } from '#contract/built-pages.ts';

export type Prerender = typeof prerender;

const entry = 'src/web/main.tsx';

/**
 * Every public page as a separate file with its picture, the site lists, and one fallback page for
 * all others, which find their screen in the browser.
 */
export async function writePages(folder: string, prerender: Prerender, manifest: Manifest): Promise<void> {
  const styleFiles = manifest[entry]?.css ?? [];
  const inlineStyles = `<style>${styleFiles.map((file) => readFileSync(join(folder, file), 'utf8')).join('')}</style>`;
  const listed: string[] = [];
  for (const address of prerender.builtAddresses) {
    const facts = await prerender.readFacts(address);
    const lang = address.split('/')[1];
    const isListed = facts !== null && !facts.isUnlisted && isLanguage(lang);
    if (isListed) {
      listed.push(address);
      await drawPicture(folder, address, facts);
    }
    const html = await prerender.renderPage(address, true);
    const head = getHead(prerender, manifest, {
      fonts: isLanguage(lang) ? findFonts(manifest, lang) : [],
      sources: findSources(prerender, address),
      styles: inlineStyles,
      priority: 'low',
    });
    const search = isListed ? searchHead(address, lang, facts) : '';
    const later = laterHead(manifest, findLaterSource(address, manifest));
    const page = withHead(html, head + later + search, 'built');
    await writePage(join(folder, getFile(address)), withNotice(page, await scriptsOffNotice(prerender, lang)));
  }
  await writeSiteLists(folder, listed);
  const fallback = await prerender.renderPage('/uk/404', false);
  const styles = styleFiles.map((file) => `<link rel="stylesheet" href="/${file}">`).join('');
  const head = getHead(prerender, manifest, { fonts: [], sources: [], styles, priority: 'auto' });
  await writePage(
    join(folder, fallbackFile),
    withNotice(withHead(fallback, head, 'fallback'), await scriptsOffNotice(prerender)),
  );
}

const fallbackFile = '__spa-fallback.html';

async function writePage(path: string, html: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, html);
}

/** `/uk/login` is `uk/login/index.html`; the 404 pages have no address of their own. */
const getFile = (address: string): string => (address.endsWith('/404') ? `${address}.html` : `${address}/index.html`);

/** Prefetched when the browser is idle. */
const laterHead = (manifest: Manifest, source: string | null): string =>
  source === null ? '' : `<link rel="prefetch" href="/${findScripts(manifest, [source])[0]}">`;

interface Parts {
  readonly fonts: readonly string[];
  /** Source files whose chunks the page needs in addition to the entry chunk. */
  readonly sources: readonly string[];
  /**
   * A prerendered page inlines the whole style sheet, because a request for it would delay the
   * first paint by a round trip.
   */
  readonly styles: string;
  /**
   * Fetch priority of scripts: a prerendered page is readable without them, so its fonts load
   * first.
   */
  readonly priority: 'low' | 'auto';
}

/** The beginning of every head; scripts in the order in which they are needed. */
function getHead({ bootScript }: Prerender, manifest: Manifest, { fonts, sources, styles, priority }: Parts): string {
  const [main = '', ...others] = findScripts(manifest, [entry, ...sources]);
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    '<meta name="color-scheme" content="dark light">',
    `<script>${bootScript}</script>`,
    styles,
    ...fonts.map((file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`),
    `<script type="module" src="/${main}" fetchpriority="${priority}"></script>`,
    ...others.map((file) => `<link rel="modulepreload" href="/${file}" fetchpriority="${priority}">`),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icons/icon-180.png">',
    ...(['dark', 'light'] as const).map(
      (theme) =>
        `<meta name="theme-color" content="${brand.colors[theme].ground}" media="(prefers-color-scheme: ${theme})">`,
    ),
  ].join('');
}

function withHead(html: string, head: string, kind: 'built' | 'fallback'): string {
  return insertedAfter('<head>', html.replace('<html ', `<html data-page="${kind}" `), head);
}

/**
 * In the language of the page; on a page without one in each, with links to the prerendered pages.
 */
async function scriptsOffNotice({ renderNoScriptNotice }: Prerender, lang?: string): Promise<string> {
  const output = isLanguage(lang)
    ? [`<p>${escaped(await renderNoScriptNotice(lang))}</p>`]
    : await Promise.all(
        languages.map(async (one) => {
          const home = `<a class="link" href="/${one}/">${brand.name}</a>`;
          return `<p lang="${one}">${escaped(await renderNoScriptNotice(one))} ${home}</p>`;
        }),
      );
  return `<noscript><div class="scripts-off" data-nosnippet>${output.join('')}</div></noscript>`;
}

/** React skips unknown nodes between the parts of a body during hydration. */
const withNotice = (html: string, notice: string): string => insertedAfter('<body>', html, notice);

function insertedAfter(tag: string, html: string, text: string): string {
  const inserted = html.replace(tag, () => tag + text);
  if (inserted === html) throw new Error(`React wrote no ${tag}`);
  return inserted;
}

/** Source files that a page imports dynamically: its layout, its screen and its phrases. */
function findSources({ findBuiltPage, getNamespaces, layouts }: typeof prerender, address: string): string[] {
  const page = findBuiltPage(address);
  if (!page) return [];
  const lang = address.slice(1, 3);
  const phrases = getNamespaces(page).map((name) => `src/phrases/${name}/${lang}.ts`);
  const questions = address === `/${lang}/` ? [`virtual:brand/faq.${lang}`] : [];
  return [`src/web/${layouts[page.layout].file}`, `src/web/${page.screen.file}`, ...phrases, ...questions];
}

/**
 * The long text of an article or a legal page. The HTML already contains it; the scripts need it a
 * little later.
 */
function findLaterSource(address: string, manifest: Manifest): string | null {
  const [, lang = '', section = '', slug] = address.split('/');
  const file = slug === undefined ? `virtual:brand/${section}.${lang}` : `src/content/${section}/${slug}.${lang}.ts`;
  return file in manifest ? file : null;
}

/**
 * The sitemap with each public page and its other languages, and robots.txt with the excluded
 * pages.
 */
async function writeSiteLists(folder: string, addresses: readonly string[]): Promise<void> {
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  const entries = addresses.map(toEntry).join('');
  await writeFile(join(folder, 'sitemap.xml'), `${head}\n<urlset ${names}>${entries}</urlset>\n`);
  await writeFile(join(folder, 'robots.txt'), robots);
}

function toEntry(address: string): string {
  const alternates = languages.map((lang) => {
    const href = originMark + address.replace(/^\/[^/]+/, `/${lang}`);
    return `<xhtml:link rel="alternate" hreflang="${lang}" href="${href}"/>`;
  });
  return `<url><loc>${originMark}${address}</loc>${alternates.join('')}</url>`;
}

const robots = [
  'User-agent: *',
  'Disallow: /api/',
  'Disallow: /python_api/',
  '',
  `Sitemap: ${originMark}/sitemap.xml`,
  '',
].join('\n');
