import { languageOf } from '../language/language-of.ts';
import { loadPhrases, phraseBundles } from '../language/load-phrases.ts';
import { layouts } from '../routes.ts';
import { findPage } from './page-tree.tsx';

/** Everything that a page needs before it is shown: its phrases, what stands around it, and its screen. */
export async function loadPage(pathname: string): Promise<void> {
  const page = findPage(pathname);
  await Promise.all([loadPhrases(languageOf(pathname)), page?.screen.load(), page && layouts[page.layout].load()]);
}

export function isLoaded(pathname: string): boolean {
  const page = findPage(pathname);
  if (!phraseBundles[languageOf(pathname)].loaded()) return false;
  return page === null || (page.screen.loaded() !== null && layouts[page.layout].loaded() !== null);
}
