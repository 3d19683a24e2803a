import type { Language } from '#domain/language.ts';
import { type LazyPart, lazyPart } from '../routing/lazy-part.ts';
import { addPhrases, type Bundle, findPhrases, type Phrases } from './phrase-book.ts';

const bundle = (lang: Language, fetchBundle: () => Promise<{ bundle: Bundle }>): LazyPart<Phrases> =>
  lazyPart(async () => {
    const fetched = await fetchBundle();
    if (!findPhrases(lang)) addPhrases(lang, fetched.bundle);
    const phrases = findPhrases(lang);
    if (!phrases) throw new Error(`no phrases in ${lang}`);
    return phrases;
  });

/** One chunk a language: a visitor downloads only the words of their own. */
export const phraseBundles: Record<Language, LazyPart<Phrases>> = {
  uk: bundle('uk', () => import('./bundle.uk.ts')),
  en: bundle('en', () => import('./bundle.en.ts')),
  ru: bundle('ru', () => import('./bundle.ru.ts')),
};

export const loadPhrases = (lang: Language): Promise<Phrases> => phraseBundles[lang].load();
