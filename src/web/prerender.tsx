import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { type Language, languages } from '#domain/language.ts';
import { App } from './app.tsx';
import type { PageFacts } from './language/page-title.ts';
import { loadPhrases, phrasesIn } from './language/phrase-book.ts';
import { prerenderedPaths } from './paths.ts';
import { findPage } from './routing/page-tree.tsx';
import { loadPage } from './routing/load-page.ts';
import { type Page, pages } from './routes.ts';
import { bootScript } from './theme/boot-script.ts';

/** What the build needs of the browser's part (scripts/web/): it runs there alone, and is no part of the product. */
export { bootScript };

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
export async function sayScriptsOff(lang: Language): Promise<string> {
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

/** Pages that are files: the public ones, the choice of a language, and what is said of an unknown address in each. */
export const builtAddresses: readonly string[] = ['/', ...prerenderedPaths, ...languages.map((lang) => `/${lang}/404`)];

/**
 * Addresses that the fallback page answers, and with which status: those of screens, `:name` for any one part of them. Below
 * a page for visitors every address that exists is a file: what is no file is the screen's to tell, and not found.
 */
export const screenAddresses: Readonly<Record<200 | 404, readonly string[]>> = {
  200: addressesOf(({ path, isOwn }) => isOwn || !path.includes(':')),
  404: addressesOf(({ path, isOwn }) => !isOwn && path.includes(':')),
};

function addressesOf(isOne: (page: Page) => boolean): string[] {
  const paths = pages.filter((page) => page.path !== '*' && isOne(page)).map(({ path }) => path);
  return languages.flatMap((lang) => paths.map((path) => (path ? `/${lang}/${path}` : `/${lang}`)));
}
