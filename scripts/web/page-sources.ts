import { existsSync, readFileSync } from 'node:fs';
import { readLayouts, readPhrases, readScreens } from './page-files.ts';
import type { Prerender } from './write-pages.ts';

/** The source files of a page that nothing else imports: its layout, its screen and its phrases. */
export function readSources(prerender: Prerender): (address: string) => string[] {
  const routes = readFileSync('src/web/routes.ts', 'utf8');
  const [screens, layouts] = [readScreens(routes), readLayouts(routes)];
  return (address) => {
    const page = prerender.findBuiltPage(address);
    if (!page) return [];
    const words = readPhrases(readFileSync(`src/web/language/bundle.${address.slice(1, 3)}.ts`, 'utf8'));
    const names = ['common', ...page.phrases].map((name) => words.get(name));
    return [layouts.get(page.layout), screens.get(page.path), ...names].map((file) => {
      if (file === undefined)
        throw new Error(`${address} has a line of an unusual form: see scripts/web/page-files.ts`);
      return file;
    });
  };
}

/**
 * The long text of an article or a legal page. The reader has it in the HTML; the scripts want it a little later, and so
 * does the service worker, which keeps a page with all the files it names.
 */
export function laterSourceOf(address: string): string | null {
  const [, lang = '', section = '', slug] = address.split('/');
  const file =
    slug === undefined ? `src/content/legal/${section}.${lang}.ts` : `src/content/${section}/${slug}.${lang}.ts`;
  return existsSync(file) ? file : null;
}
