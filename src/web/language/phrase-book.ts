import { createInstance } from 'i18next';
import type { Language } from '#domain/language.ts';
import type { Translation } from '#phrases/translation.ts';
import { type Formats, formatsIn } from './formats.ts';
import type { PhraseKey, Source, Values } from './phrase-key.ts';

/** Everything said in one language. */
export type Bundle = Translation<Source>;

export type Translate = <Key extends PhraseKey>(key: Key, ...values: Values<Key>) => string;

/** What a screen needs to speak: the language, its phrases and its number formats. */
export interface Phrases {
  readonly lang: Language;
  readonly t: Translate;
  readonly f: Formats;
}

const books = new Map<Language, Phrases>();
const i18n = createInstance();
void i18n.init({
  initAsync: false,
  fallbackLng: false,
  resources: {},
  interpolation: { escapeValue: false },
});

/** Adds a language; the server adds all three, a browser those it shows. */
export function addPhrases(lang: Language, bundle: Bundle): void {
  i18n.addResourceBundle(lang, 'translation', withPluralSuffixes(bundle));
  const fixed = i18n.getFixedT(lang);
  books.set(lang, { lang, t: (key, ...values) => fixed(key, values[0] ?? {}), f: formatsIn(lang) });
}

export const findPhrases = (lang: Language): Phrases | undefined => books.get(lang);

type Tree = { readonly [key: string]: string | Tree };
const isPlural = (node: Tree): boolean => typeof node.other === 'string' && typeof node.one === 'string';

/** Plural forms are objects in our files and suffixed keys (`pips_few`) in i18next's. */
function withPluralSuffixes(node: Tree): Tree {
  return Object.fromEntries(Object.entries(node).flatMap(([key, value]) => suffixed(key, value)));
}

function suffixed(key: string, value: string | Tree): [string, string | Tree][] {
  if (typeof value === 'string') return [[key, value]];
  if (!isPlural(value)) return [[key, withPluralSuffixes(value)]];
  return Object.entries(value).map(([form, text]) => [`${key}_${form}`, text]);
}
