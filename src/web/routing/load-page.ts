import { languageOf } from '../language/language-of.ts';
import { arePhrasesLoaded, loadPhrases, type Namespace } from '../language/phrase-book.ts';
import { layouts, type Page, queriesPart } from '../routes.ts';
import type { LazyPart } from './lazy-part.ts';
import { findPage } from './page-tree.tsx';

/** Everything that a page needs before it is shown: its phrases, what stands around it, its screen, and its own text. */
export async function loadPage(pathname: string): Promise<void> {
  const { page, params } = findPage(pathname) ?? { page: null, params: {} };
  await Promise.all([
    loadPhrases(languageOf(pathname), phrasesOf(page)),
    ...partsOf(page).map((part) => part.load()),
    page?.screen.load().then(({ prepare }) => prepare?.(params)),
  ]);
}

/** Whether it can be shown at once; a page that waits for a text of its own says no. */
export function isLoaded(pathname: string): boolean {
  const page = findPage(pathname)?.page ?? null;
  const arePartsLoaded = partsOf(page).every((part) => part.loaded() !== null);
  const isPrepared = !page?.screen.loaded()?.prepare;
  return arePartsLoaded && isPrepared && arePhrasesLoaded(languageOf(pathname), phrasesOf(page));
}

const phrasesOf = (page: Page | null): readonly Namespace[] => ['common', ...(page?.phrases ?? [])];

function partsOf(page: Page | null): readonly LazyPart<unknown>[] {
  if (!page) return [];
  return [layouts[page.layout], page.screen, ...(page.isOwn ? [queriesPart] : [])];
}
