import type { Language } from '#domain/language.ts';
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
    .reduce<unknown>((node, name) => (isNode(node) ? node[name] : undefined), words);
  const text = isPlural(found) ? getForm(lang, found, Number(values['count'])) : found;
  // The types exclude this, but tests or an old release may get here: the key is better than
  // nothing.
  if (typeof text !== 'string') return key;
  const filled = text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
  // No line begins with a dash.
  return filled.replaceAll(' — ', '\u00a0— ');
}

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isPlural = (value: unknown): value is Plural =>
  isNode(value) && typeof value['one'] === 'string' && typeof value['other'] === 'string';

const rules: Partial<Record<Language, Intl.PluralRules>> = {};

function getForm(lang: Language, plural: Plural, count: number): string {
  rules[lang] ??= new Intl.PluralRules(lang);
  const form = rules[lang].select(count);
  return (form === 'one' || form === 'few' || form === 'many' ? plural[form] : null) ?? plural.other;
}
