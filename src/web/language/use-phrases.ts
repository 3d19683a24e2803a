import { use } from 'react';
import { useParams } from 'react-router';
import { defaultLanguage, isLanguage, type Language } from '#domain/language.ts';
import { loadPhrases } from './load-phrases.ts';
import { findPhrases, type Phrases } from './phrase-book.ts';

/** The language of the address; the source language where the address has none. */
function useLanguage(): Language {
  const { lang } = useParams();
  return isLanguage(lang) ? lang : defaultLanguage;
}

/** Phrases are loaded before a page is shown (entry.client, the language layout); suspends if ever they are not. */
export function usePhrases(): Phrases {
  const lang = useLanguage();
  return findPhrases(lang) ?? use(loadPhrases(lang));
}
