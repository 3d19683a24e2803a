import { useLocation, useParams } from 'react-router';
import type { Language } from '#domain/language.ts';
import { getLanguage, toLanguage } from './languages.ts';
import { phrasesIn } from './phrase-book.ts';
import type { Phrases } from './render-phrase.ts';

/** Phrases that routes.ts lists are loaded before the page; others suspend the rendering. */
export const usePhrases = (): Phrases => phrasesIn(getLanguage(useLocation().pathname));

/** The language in the path, for the links of the operator's pages, whose own texts are English. */
export function usePathLanguage(): Language {
  const { lang } = useParams();
  return toLanguage(lang);
}
