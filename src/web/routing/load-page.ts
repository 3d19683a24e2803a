import { languageOf } from '../language/language-of.ts';
import { arePhrasesLoaded, loadPhrases, type Namespace } from '../language/phrase-book.ts';
import { layouts, type Page } from '../routes.ts';
import { findPage } from './page-tree.tsx';

/** Everything that a page needs before it is shown: its phrases, what stands around it, and its screen. */
export async function loadPage(pathname: string): Promise<void> {
  const page = findPage(pathname);
  await Promise.all([
    loadPhrases(languageOf(pathname), phrasesOf(page)),
    page?.screen.load(),
    page && layouts[page.layout].load(),
  ]);
}

export function isLoaded(pathname: string): boolean {
  const page = findPage(pathname);
  if (!arePhrasesLoaded(languageOf(pathname), phrasesOf(page))) return false;
  return page === null || (page.screen.loaded() !== null && layouts[page.layout].loaded() !== null);
}

const phrasesOf = (page: Page | null): readonly Namespace[] => ['common', ...(page?.phrases ?? [])];
