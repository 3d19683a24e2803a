import { toKeys, mapKeys } from '#domain/objects.ts';
import type { Language } from '#domain/language.ts';
import type { Translation } from '#phrases/translation.ts';
import { type LazyPart, lazyPart, partNow } from '../routing/lazy-part.ts';
import { bundle as en } from './bundle.en.ts';
import { bundle as ru } from './bundle.ru.ts';
import type { Bundle, Namespace, PhraseKey, Source, Values } from './phrase-key.ts';
import { bundle as uk } from './bundle.uk.ts';
import { type Formats, formatsIn } from './formats.ts';
import { renderPhrase } from './render-phrase.ts';

export type Translate = <Key extends PhraseKey>(key: Key, ...values: Values<Key>) => string;

/** What a screen needs for its texts: language, phrases and number formats. */
export interface Phrases {
  readonly lang: Language;
  readonly t: Translate;
  readonly f: Formats;
}

const books = { uk: open('uk', uk), en: open('en', en), ru: open('ru', ru) } as const;

export const phrasesIn = (lang: Language): Phrases => books[lang].phrases;

/** Loads one file per namespace, each once; without names, all namespaces of the language. */
export async function loadPhrases(lang: Language, names: readonly Namespace[] = namespaces): Promise<void> {
  await Promise.all(names.map((name) => books[lang].parts[name].load()));
}

export const arePhrasesLoaded = (lang: Language, names: readonly Namespace[]): boolean =>
  names.every((name) => books[lang].parts[name].loaded() !== null);

export const namespaces = toKeys(uk);

type Words = Translation<Source[Namespace]>;
type Parts = Readonly<Record<Namespace, LazyPart<Words>>>;

function open(lang: Language, bundle: Bundle): { readonly parts: Parts; readonly phrases: Phrases } {
  const parts: Parts = mapKeys(toKeys(bundle), (name) => lazyPart<Words>(bundle[name]));
  const t: Translate = (key, ...values) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a phrase key begins with its namespace
    const name = key.slice(0, key.indexOf('.')) as Namespace;
    return renderPhrase(lang, partNow(parts[name]), key, values[0] ?? {});
  };
  return { parts, phrases: { lang, t, f: formatsIn(lang) } };
}
