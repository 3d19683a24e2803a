import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { type Language, languages } from '#domain/language.ts';
import { App } from './app.tsx';
import type { PageFacts } from './language/page-title.ts';
import { loadPhrases, phrasesIn } from './language/phrase-book.ts';
import { findPage } from './routing/page-tree.tsx';
import { loadPage } from './routing/load-page.ts';
import { layouts, type Page, pages } from './routes.ts';
import { bootScript } from './theme/boot-script.ts';

/**
 * Exports of the browser code for the build (scripts/web/): runs only there and is not part of the
 * product.
 */
export { bootScript, layouts };

/** One HTML document, without scripts and styles, which only the build knows. */
export async function renderPage(address: string, isBuilt: boolean): Promise<string> {
  await loadPage(address);
  const tree = (
    <StaticRouter location={address}>
      <App isBuilt={isBuilt} />
    </StaticRouter>
  );
  // A part streamed later would need an inline script.
  const { prelude } = await prerender(tree, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  return new Response(prelude).text();
}

/** The notice shown when scripts are disabled. */
export async function renderNoScriptNotice(lang: Language): Promise<string> {
  await loadPhrases(lang, ['common']);
  return phrasesIn(lang).t('common.needsScript');
}

export async function readFacts(address: string): Promise<PageFacts | null> {
  await loadPage(address);
  const found = findPage(address);
  return found?.page.screen.loaded()?.meta({ params: found.params }) ?? null;
}

export const findBuiltPage = (address: string): Page | null => findPage(address)?.page ?? null;

/** Public pages: prerendered in every language, with all their slugs. */
const publicPages = pages.filter(({ path, isOwn }) => !isOwn && path !== '*');
const prerenderedPaths = publicPages.flatMap(({ path, slugs }) =>
  slugs ? slugs.map((slug) => path.replace(':slug', slug)) : [path],
);

/**
 * Pages that are files: the public ones, the language choice, and a not-found page in each
 * language.
 */
export const builtAddresses: readonly string[] = ['/', ...localized([...prerenderedPaths, '404'])];

/**
 * Addresses answered by the fallback page, by status: the paths of screens, with `:slug` for any
 * single segment. Every existing slug is a file; the screen reports any other slug as not found.
 */
export const screenAddresses: Readonly<Record<200 | 404, readonly string[]>> = {
  200: localized(pages.filter(({ path, slugs }) => !['', '*'].includes(path) && !slugs).map(({ path }) => path)),
  404: localized(pages.filter(({ slugs }) => slugs).map(({ path }) => path)),
};

/** Adds the language: `/uk/` for the home page, as in paths.ts. */
function localized(paths: readonly string[]): string[] {
  return languages.flatMap((lang) => paths.map((path) => `/${lang}/${path}`));
}
