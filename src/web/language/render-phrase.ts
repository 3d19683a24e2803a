import { type Language, toEachLanguage } from '#domain/language.ts';
import { isObject } from '#domain/objects.ts';
import type { Plural } from '#phrases/translation.ts';
import { type Formats, formatsIn } from './formats.ts';
import type { Namespace, PhraseKey, Values } from './phrase-key.ts';

export type Translate = <Key extends PhraseKey>(key: Key, ...values: Values<Key>) => string;

/** What a screen needs for its texts: language, phrases and number formats. */
export interface Phrases {
  readonly lang: Language;
  readonly t: Translate;
  readonly f: Formats;
}

/** `brand`: the name that every phrase may contain. */
export function toPhrases(lang: Language, brand: string, getWords: (name: Namespace) => object): Phrases {
  const t: Translate = (key, ...values) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a phrase key begins with its namespace
    const name = key.slice(0, key.indexOf('.')) as Namespace;
    return renderPhrase(lang, getWords(name), key, { brand, ...values[0] });
  };
  return { lang, t, f: formatsIn(lang) };
}

/** The phrase at `namespace.path.to.it`, in its plural form and with its values. */
export function renderPhrase(
  lang: Language,
  words: object,
  key: string,
  values: Readonly<Record<string, string | number>>,
): string {
  const found = key
    .split('.')
    .slice(1)
    .reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), words);
  const text = isPlural(found) ? getForm(lang, found, Number(values['count'])) : found;
  // The types exclude this, but a page open during an update may get here: the key is better than
  // nothing.
  if (typeof text !== 'string') return key;
  const filled = text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
  return glueWords(filled, lang);
}

interface ShortWords {
  readonly units: readonly string[];
  /** Words of one letter, after which no line ends. */
  readonly letters: string;
  /** Between the numbers of "0 of 3". */
  readonly outOf: readonly string[];
}

const shortWords: Readonly<Record<Language, ShortWords>> = {
  uk: { units: ['с', 'хв', 'год', 'п. п.', 'в. п.'], letters: 'авзійоуя', outOf: ['із', 'з'] },
  en: { units: ['s', 'min', 'h', 'pp'], letters: '', outOf: ['of'] },
  ru: { units: ['с', 'мин', 'ч', 'п. п.'], letters: 'авикосуя', outOf: ['из'] },
};
const patterns = toEachLanguage((lang) => {
  const { units, letters, outOf } = shortWords[lang];
  const escapedUnits = units.map((unit) => unit.replaceAll('.', '\\.'));
  return {
    betweenNumbers: new RegExp(`(?<=\\d) (${outOf.join('|')}) (?=\\d)`, 'g'),
    beforeUnit: new RegExp(`(?<=\\d) (?=(?:${['%', ...escapedUnits].join('|')})(?!\\p{L}))`, 'gu'),
    /** After a number a letter is a unit. */
    afterOneLetter: new RegExp(`(?<=(?:^|[ \u00a0«(>])[${letters}]) (?=\\S)(?<!\\d[ \u00a0]\\p{L} )`, 'giu'),
  };
});

/**
 * No line begins with a dash, and none ends with a word of one letter or within "0 of 3", "30 s",
 * "№ 5", "46.7–59.9%" or "Нью-Йорк".
 */
export const glueWords = (text: string, lang: Language): string =>
  text
    .replaceAll(' — ', '\u00a0— ')
    .replaceAll(patterns[lang].betweenNumbers, '\u00a0$1\u00a0')
    .replaceAll(patterns[lang].beforeUnit, '\u00a0')
    .replaceAll(patterns[lang].afterOneLetter, '\u00a0')
    .replaceAll(/(?<=[\d%])–(?=\d+(?:[.,]\d+)?\u00a0?%)/g, '–\u2060')
    .replaceAll('№ ', '№\u00a0')
    .replaceAll('Нью-Йорк', 'Нью\u2011Йорк');

const isPlural = (value: unknown): value is Plural =>
  isObject(value) && typeof value['one'] === 'string' && typeof value['other'] === 'string';

const rules: Partial<Record<Language, Intl.PluralRules>> = {};

function getForm(lang: Language, plural: Plural, count: number): string {
  rules[lang] ??= new Intl.PluralRules(lang);
  const form = rules[lang].select(count);
  return (form === 'one' || form === 'few' || form === 'many' ? plural[form] : null) ?? plural.other;
}
