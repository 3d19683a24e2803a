import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { languages } from '#domain/language.ts';
import { App } from './app.tsx';
import type { PageFacts } from './language/page-title.ts';
import { languageOf } from './language/language-of.ts';
import { prerenderedPaths } from './paths.ts';
import { findPage } from './routing/page-tree.tsx';
import { loadPage } from './routing/load-page.ts';
import { type Page, pages } from './routes.ts';
import { bootScript } from './theme/boot-script.ts';
import { fontPreloads } from './theme/font-preloads.ts';

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

/** What a page says of itself. */
export async function readFacts(address: string): Promise<PageFacts | null> {
  await loadPage(address);
  const found = findPage(address);
  return found?.page.screen.loaded()?.meta({ params: found.params }) ?? null;
}

export const findBuiltPage = (address: string): Page | null => findPage(address)?.page ?? null;

/** Pages that are files: the public ones, the choice of a language, and what is said of an unknown address in each. */
export const builtAddresses: readonly string[] = ['/', ...prerenderedPaths, ...languages.map((lang) => `/${lang}/404`)];

/** The addresses of pages that are not built: the server answers these, and no other, with the fallback page. */
export const screenAddresses: readonly string[] = languages.flatMap((lang) =>
  pages.filter(({ path }) => !/[:*]/.test(path)).map(({ path }) => (path ? `/${lang}/${path}` : `/${lang}`)),
);

/** What the first view of a page is written in. */
export const fontsOf = (address: string): readonly string[] => fontPreloads[languageOf(address)];
