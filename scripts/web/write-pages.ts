import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brand } from '#domain/brand.ts';
import { isLanguage, languages } from '#domain/language.ts';
import type * as prerenderModule from '#web/prerender.tsx';
import { escaped } from './escaped.ts';
import { firstStyles, type SplitStyles, withoutFontFaces } from './first-styles.ts';
import { fontsOf, type Manifest, scriptsOf } from './page-files.ts';
import { laterSourceOf, sourcesOf } from './page-sources.ts';
import { searchHead } from './search-head.ts';
import { drawPicture } from './share-pictures.ts';
import { writeSiteLists } from './write-site-lists.ts';

export type Prerender = typeof prerenderModule;

const entry = 'src/web/main.tsx';

/**
 * Every public page as a file of its own with its picture, the lists of them for searches, and one page for all others,
 * which find their screen in the browser.
 */
export async function writePages(folder: string, prerender: Prerender, manifest: Manifest): Promise<void> {
  const { fontFaces, rules } = await splitStyles(folder, manifest);
  const listed: string[] = [];
  for (const address of prerender.builtAddresses) {
    const facts = await prerender.readFacts(address);
    const lang = address.split('/')[1];
    const fonts = isLanguage(lang) ? fontsOf(manifest, lang) : [];
    const isListed = facts !== null && !facts.isUnlisted && isLanguage(lang);
    if (isListed) {
      listed.push(address);
      await drawPicture(folder, address, facts);
    }
    const html = await prerender.renderPage(address, true);
    const styles = laterStyles(fontFaces + firstStyles(rules, html), manifest);
    const head = headOf(prerender, manifest, {
      fonts,
      styles,
      scripts: laterScripts,
      sources: sourcesOf(prerender, address),
    });
    const search = isListed ? searchHead(address, lang, facts) : '';
    const later = laterHead(manifest, laterSourceOf(address));
    const page = withHead(html, head + later + search, 'built');
    await writePage(join(folder, fileOf(address)), withNotice(page, await scriptsOffNotice(prerender, lang)));
  }
  await writeSiteLists(folder, listed);
  const fallback = await prerender.renderPage('/uk/404', false);
  const head = headOf(prerender, manifest, {
    fonts: [],
    styles: `<style>${fontFaces}</style>${stylesheets(manifest)}`,
    scripts: scriptsNow,
    sources: [],
  });
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

/** `/uk/login` is `uk/login/index.html`; what is said of unknown addresses is no address itself. */
const fileOf = (address: string): string => (address.endsWith('/404') ? `${address}.html` : `${address}/index.html`);

/** Fetched when nothing else is to be done. */
const laterHead = (manifest: Manifest, source: string | null): string =>
  source === null ? '' : `<link rel="prefetch" href="/${scriptsOf(manifest, [source])[0]}">`;

const styleFiles = (manifest: Manifest): readonly string[] => manifest[entry]?.css ?? [];

/**
 * Fonts are declared in the pages alone: a file that declares them again has the browser lay out all text anew when it comes.
 */
async function splitStyles(folder: string, manifest: Manifest): Promise<SplitStyles> {
  const parts = styleFiles(manifest).map(async (file) => {
    const split = withoutFontFaces(await readFile(join(folder, file), 'utf8'));
    await writeFile(join(folder, file), split.rules);
    return split;
  });
  const files = await Promise.all(parts);
  return {
    fontFaces: files.map(({ fontFaces }) => fontFaces).join(''),
    rules: files.map(({ rules }) => rules).join('\n'),
  };
}

const stylesheets = (manifest: Manifest): string =>
  styleFiles(manifest)
    .map((file) => `<link rel="stylesheet" href="/${file}">`)
    .join('');

/** The rules of this page at once; the boot script asks for all of them once it has been painted. */
const laterStyles = (first: string, manifest: Manifest): string =>
  `<style>${first}</style>${styleFiles(manifest)
    .map((file) => laterLink(file, 'style'))
    .join('')}<noscript>${stylesheets(manifest)}</noscript>`;

const laterLink = (file: string, as?: 'style' | 'script'): string =>
  `<link rel="later"${as === undefined ? '' : ` as="${as}"`} href="/${file}">`;

/** A page that shows nothing without its scripts. */
const scriptsNow = (main: string, others: readonly string[]): string =>
  `<script type="module" src="/${main}"></script>${others.map((file) => `<link rel="modulepreload" href="/${file}">`).join('')}`;

/** A page that is there already: the boot script asks for them in this order once it has been painted. */
const laterScripts = (main: string, others: readonly string[]): string =>
  laterLink(main, 'script') + others.map((file) => laterLink(file)).join('');

interface Parts {
  readonly fonts: readonly string[];
  /** Elements of the head. */
  readonly styles: string;
  readonly scripts: typeof scriptsNow;
  readonly sources: readonly string[];
}

/** What every head begins with; scripts in the order in which they are needed. */
function headOf({ bootScript }: Prerender, manifest: Manifest, { fonts, styles, scripts, sources }: Parts): string {
  const [main = '', ...others] = scriptsOf(manifest, [entry, ...sources]);
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    '<meta name="color-scheme" content="dark light">',
    `<script>${bootScript}</script>`,
    styles,
    ...fonts.map((file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`),
    scripts(main, others),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icons/icon-180.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    '<meta name="theme-color" content="#0a1017" media="(prefers-color-scheme: dark)">',
    '<meta name="theme-color" content="#f5f1e8" media="(prefers-color-scheme: light)">',
  ].join('');
}

function withHead(html: string, head: string, kind: 'built' | 'fallback'): string {
  return insertedAfter('<head>', html.replace('<html ', `<html data-page="${kind}" `), head);
}

/** In the language of the page; on a page of none in each, with the way to the pages that can be read. */
async function scriptsOffNotice({ sayScriptsOff }: Prerender, lang?: string): Promise<string> {
  const said = isLanguage(lang)
    ? [`<p>${escaped(await sayScriptsOff(lang))}</p>`]
    : await Promise.all(
        languages.map(async (one) => {
          const home = `<a class="link" href="/${one}/">${brand.name}</a>`;
          return `<p lang="${one}">${escaped(await sayScriptsOff(one))} ${home}</p>`;
        }),
      );
  return `<noscript><div class="scripts-off" data-nosnippet>${said.join('')}</div></noscript>`;
}

/** React leaves it alone: what it does not know between the parts of a body is passed over. */
const withNotice = (html: string, notice: string): string => insertedAfter('<body>', html, notice);

function insertedAfter(tag: string, html: string, text: string): string {
  const inserted = html.replace(tag, () => tag + text);
  if (inserted === html) throw new Error(`React wrote no ${tag}`);
  return inserted;
}
