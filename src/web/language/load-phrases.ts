import type { Language } from '#domain/language.ts';
import { addPhrases, type Bundle, findPhrases, type Phrases } from './phrase-book.ts';

/** One chunk a language: a visitor downloads only the words of their own. */
const bundles: Record<Language, () => Promise<{ bundle: Bundle }>> = {
  uk: () => import('./bundle.uk.ts'),
  en: () => import('./bundle.en.ts'),
  ru: () => import('./bundle.ru.ts'),
};

const loading = new Map<Language, Promise<Phrases>>();

export function loadPhrases(lang: Language): Promise<Phrases> {
  const known = loading.get(lang);
  if (known) return known;
  const promise = load(lang);
  loading.set(lang, promise);
  promise.catch(() => loading.delete(lang));
  return promise;
}

async function load(lang: Language): Promise<Phrases> {
  const { bundle } = await bundles[lang]();
  if (!findPhrases(lang)) addPhrases(lang, bundle);
  const phrases = findPhrases(lang);
  if (!phrases) throw new Error(`no phrases in ${lang}`);
  return phrases;
}
