import { existsSync } from 'node:fs';
import type * as prerender from '#web/prerender.tsx';

/** Source files that a page imports dynamically: its layout, its screen and its phrases. */
export function findSources({ findBuiltPage, getNamespaces, layouts }: typeof prerender, address: string): string[] {
  const page = findBuiltPage(address);
  if (!page) return [];
  const lang = address.slice(1, 3);
  const phrases = getNamespaces(page).map((name) => `src/phrases/${kebabCase(name)}/${lang}.ts`);
  return [`src/web/${layouts[page.layout].file}`, `src/web/${page.screen.file}`, ...phrases];
}

const kebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * The long text of an article or a legal page. The HTML already contains it; the scripts need it a
 * little later.
 */
export function findLaterSource(address: string): string | null {
  const [, lang = '', section = '', slug] = address.split('/');
  const file =
    slug === undefined ? `src/content/legal/${section}.${lang}.ts` : `src/content/${section}/${slug}.${lang}.ts`;
  return existsSync(file) ? file : null;
}
