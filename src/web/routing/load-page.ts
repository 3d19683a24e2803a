import { languageOf } from '../language/language-of.ts';
import { arePhrasesLoaded, loadPhrases, type Namespace } from '../language/phrase-book.ts';
import { layouts, type Page, queriesPart } from '../routes.ts';
import type { LazyPart } from './lazy-part.ts';
import { findPage } from './page-tree.tsx';

/** Everything that a page needs before it is shown: its phrases, what stands around it, and its screen. */
export async function loadPage(pathname: string): Promise<void> {
  const page = findPage(pathname);
  await Promise.all([loadPhrases(languageOf(pathname), phrasesOf(page)), ...partsOf(page).map((part) => part.load())]);
}

export function isLoaded(pathname: string): boolean {
  const page = findPage(pathname);
  const arePartsLoaded = partsOf(page).every((part) => part.loaded() !== null);
  return arePartsLoaded && arePhrasesLoaded(languageOf(pathname), phrasesOf(page));
}

const phrasesOf = (page: Page | null): readonly Namespace[] => ['common', ...(page?.phrases ?? [])];

function partsOf(page: Page | null): readonly LazyPart<unknown>[] {
  if (!page) return [];
  return [layouts[page.layout], page.screen, ...(page.isOwn ? [queriesPart] : [])];
}
