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

/** What the build needs of the browser's part (scripts/web/): it runs there alone, and is no part of the product. */
export { bootScript, layouts };

/** One HTML document; without its scripts and styles, which only the build knows. */
export async function renderPage(address: string, isBuilt: boolean): Promise<string> {
  await loadPage(address);
  const tree = (
    <StaticRouter location={address}>
      <App isBuilt={isBuilt} />
    </StaticRouter>
  );
  // A part set aside to come later would come by an inline script.
  const { prelude } = await prerender(tree, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  return new Response(prelude).text();
}

/** What is said where scripts are off. */
export async function renderNoScriptNotice(lang: Language): Promise<string> {
  await loadPhrases(lang, ['common']);
  return phrasesIn(lang).t('common.needsScript');
}

/** What a page says of itself. */
export async function readFacts(address: string): Promise<PageFacts | null> {
  await loadPage(address);
  const found = findPage(address);
  return found?.page.screen.loaded()?.meta({ params: found.params }) ?? null;
}

export const findBuiltPage = (address: string): Page | null => findPage(address)?.page ?? null;

/** Public pages: prerendered in every language, with every slug of theirs. */
const publicPages = pages.filter(({ path, isOwn }) => !isOwn && path !== '*');
const prerenderedPaths = publicPages.flatMap(({ path, slugs }) =>
  slugs ? slugs.map((slug) => path.replace(':slug', slug)) : [path],
);

/** Pages that are files: the public ones, the choice of a language, and what is said of an unknown address in each. */
export const builtAddresses: readonly string[] = ['/', ...localized([...prerenderedPaths, '404'])];

/**
 * Addresses that the fallback page answers, and with which status: those of screens, `:slug` for any one part of them. Every
 * slug that exists is a file: any other is for the screen to report, and not found.
 */
export const screenAddresses: Readonly<Record<200 | 404, readonly string[]>> = {
  200: localized(pages.filter(({ path, slugs }) => !['', '*'].includes(path) && !slugs).map(({ path }) => path)),
  404: localized(pages.filter(({ slugs }) => slugs).map(({ path }) => path)),
};

/** `/uk/` for the home page, as paths.ts writes it. */
function localized(paths: readonly string[]): string[] {
  return languages.flatMap((lang) => paths.map((path) => `/${lang}/${path}`));
}
