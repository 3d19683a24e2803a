import { useParams } from 'react-router';
import { defaultLanguage, isLanguage, type Language } from '#domain/language.ts';
import { type Phrases, phrasesIn } from './phrase-book.ts';

/** The language of the path; the source language if it has none. */
function useLanguage(): Language {
  const { lang } = useParams();
  return isLanguage(lang) ? lang : defaultLanguage;
}

/**
 * Phrases listed in routes.ts are loaded before the page is shown; rendering suspends for any
 * others.
 */
export const usePhrases = (): Phrases => phrasesIn(useLanguage());
