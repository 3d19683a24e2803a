import { useParams } from 'react-router';
import { defaultLanguage, isLanguage, type Language } from '#domain/language.ts';
import { usePart } from '../routing/lazy-part.ts';
import { phraseBundles } from './load-phrases.ts';
import type { Phrases } from './phrase-book.ts';

/** The language of the address; the source language where the address has none. */
function useLanguage(): Language {
  const { lang } = useParams();
  return isLanguage(lang) ? lang : defaultLanguage;
}

/** Phrases are loaded before a page is shown by the router; suspends if ever they are not. */
export function usePhrases(): Phrases {
  return usePart(phraseBundles[useLanguage()]);
}
