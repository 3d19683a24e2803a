import { useParams } from 'react-router';
import { defaultLanguage, isLanguage, type Language } from '#domain/language.ts';
import { type Phrases, phrasesIn } from './phrase-book.ts';

/** The language of the address; the source language where the address has none. */
function useLanguage(): Language {
  const { lang } = useParams();
  return isLanguage(lang) ? lang : defaultLanguage;
}

/** Phrases are loaded before a page is shown, those that its line in routes.ts names; the drawing waits for any other. */
export const usePhrases = (): Phrases => phrasesIn(useLanguage());
