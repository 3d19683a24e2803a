import type { Language } from '#domain/language.ts';
import { isObject } from '#domain/objects.ts';
import type { Plural } from '#phrases/translation.ts';

/**
 * The phrase at `namespace.path.to.it`, with the plural form selected by `count` and placeholders
 * filled in.
 */
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
  // The types exclude this, but tests or an old release may get here: the key is better than
  // nothing.
  if (typeof text !== 'string') return key;
  const filled = text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
  return glueWords(filled);
}

const units = ['%', 's', 'min', 'h', 'pp', 'с', 'мин', 'ч', 'хв', 'год', 'п. п.', 'в. п.'];
const beforeUnit = new RegExp(
  `(?<=\\d) (?=(?:${units.map((unit) => unit.replaceAll('.', '\\.')).join('|')})(?!\\p{L}))`,
  'gu',
);

/** A Ukrainian or Russian word of one letter; after a number such a letter is a unit. */
const afterOneLetter = /(?<=(?:^|[ \u00a0«(>])[аіуоязвксий]) (?=\S)(?<!\d[ \u00a0]\p{L} )/giu;

/**
 * No line begins with a dash, and none ends with a word of one letter or within "0 of 3", "30 s",
 * "№ 5", "46.7–59.9%" or "Нью-Йорк".
 */
export const glueWords = (text: string): string =>
  text
    .replaceAll(' — ', '\u00a0— ')
    .replaceAll(/(?<=\d) (of|из|із|з) (?=\d)/g, '\u00a0$1\u00a0')
    .replaceAll(beforeUnit, '\u00a0')
    .replaceAll(afterOneLetter, '\u00a0')
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
