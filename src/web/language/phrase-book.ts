import { brand } from 'virtual:brand';
import { type Language, toEachLanguage } from '#domain/language.ts';
import { type LazyPart, lazyPart, partNow } from '../routing/lazy-part.ts';
import type { Namespace } from './phrase-key.ts';
import { toPhrases, type Phrases } from './render-phrase.ts';

/** A chunk of its own for each file, which the build preloads by its name. Mails are sent by the server. */
const files = import.meta.glob<object>(['/src/phrases/*/*.ts', '!/src/phrases/mail/*'], { import: 'phrases' });
const parts = new Map(Object.entries(files).map(([path, fetchWords]) => [path, lazyPart(fetchWords)]));

function getPart(lang: Language, name: Namespace): LazyPart<object> {
  const part = parts.get(`/src/phrases/${name}/${lang}.ts`);
  if (!part) throw new Error(`No phrases for ${name} in ${lang}`);
  return part;
}

const createBook = (lang: Language): Phrases => toPhrases(lang, brand.name, (name) => partNow(getPart(lang, name)));
const books = toEachLanguage(createBook);

export const phrasesIn = (lang: Language): Phrases => books[lang];

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the folders that were found above
export const namespaces = [...new Set(Object.keys(files).map((path) => path.split('/')[3]))] as Namespace[];

/** Loads one file per namespace, each once; without names, all namespaces of the language. */
export async function loadPhrases(lang: Language, names: readonly Namespace[] = namespaces): Promise<void> {
  await Promise.all(names.map((name) => getPart(lang, name).load()));
}

export const arePhrasesLoaded = (lang: Language, names: readonly Namespace[]): boolean =>
  names.every((name) => getPart(lang, name).loaded() !== null);
