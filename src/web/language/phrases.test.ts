import { expect, test } from 'vitest';
import { defaultLanguage, type Language, languages, percentSigns } from '#domain/language.ts';
import { loadPhrases, phrasesIn } from './phrase-book.ts';

/** By path, such as `/src/phrases/signal/uk.ts`. */
const files = import.meta.glob<object>(['/src/phrases/*/*.ts', '!/src/phrases/mail/*'], {
  import: 'phrases',
  eager: true,
});
const translations = languages.filter((lang) => lang !== defaultLanguage);

function getBundle(lang: Language): object {
  const own = Object.entries(files).filter(([path]) => path.endsWith(`/${lang}.ts`));
  return Object.fromEntries(own.map(([path, words]) => [path.split('/')[3], words]));
}

/** Every phrase by its path; plural forms by theirs. */
function leaves(node: object, path = ''): [string, string][] {
  return Object.entries(node).flatMap(([key, value]: [string, string | object]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : leaves(value, `${path}${key}.`),
  );
}

const placeholders = (text: string): string[] => [...new Set(text.match(/\{\{\w+\}\}/g))].toSorted();
const leavesIn = (lang: Language): [string, string][] => leaves(getBundle(lang));
const source = new Map(leavesIn(defaultLanguage));

/** Plural forms may differ in number; each is compared with the `other` form of the source. */
const getSource = (address: string): string | undefined =>
  source.get(address) ?? source.get(address.replace(/\.(one|few|many)$/, '.other'));

test.each(translations)('%s has every namespace of the source', (lang) => {
  expect(Object.keys(getBundle(lang))).toEqual(Object.keys(getBundle(defaultLanguage)));
});

test('every phrase of the source is used in the browser', () => {
  const code = import.meta.glob<string>(['/src/web/**/*.{ts,tsx}', '!**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const keys = Object.values(code).flatMap((text) => text.match(/(['"`])[a-z]+(?:\.(?:\w|\$\{[^}]*\})+)+\1/gi) ?? []);
  const used = new RegExp(`^(?:${[...new Set(keys)].map(toPattern).join('|')})(?:\\.(?:one|few|many|other))?$`);
  expect([...source.keys()].filter((address) => !used.test(address))).toEqual([]);
});

/** A key as it is written, such as `signal.tally.${result}`. */
const toPattern = (key: string): string =>
  key
    .slice(1, -1)
    .replaceAll(/\$\{[^}]*\}/g, '*')
    .replaceAll('.', '\\.')
    .replaceAll('*', '\\w+');

test.each(translations)('placeholders in %s match the source', (lang) => {
  const different = leavesIn(lang).filter(
    ([address, text]) => placeholders(text).join() !== placeholders(getSource(address) ?? '').join(),
  );
  expect(different).toEqual([]);
});

test.each(languages)(
  'no line ends between a number and its percent sign in %s, which is written in one way',
  (lang) => {
    const wrong = leavesIn(lang).filter(([, text]) =>
      text.match(/(?<=[\d}])\s?%/g)?.some((sign) => sign !== percentSigns[lang]),
    );
    expect(wrong).toEqual([]);
  },
);

test.each(languages)('counts have every plural form of %s', (lang) => {
  const written = new Set(leavesIn(lang).map(([address]) => address));
  const { pluralCategories } = new Intl.PluralRules(lang).resolvedOptions();
  const plurals = [...source.keys()]
    .filter((address) => address.endsWith('.many'))
    .map((address) => address.slice(0, -5));
  const forms = plurals.flatMap((plural) => pluralCategories.map((form) => `${plural}.${form}`));
  expect(plurals.length).toBeGreaterThan(0);
  expect(forms.filter((form) => !written.has(form))).toEqual([]);
});

/** Messages whose English wording is prescribed. */
const worded = [
  'trader.out.text',
  'trader.lost.text',
  'signal.access.lost',
  'signal.access.verified.title',
  'signal.balanceLow.text',
  'signal.none.title',
];
const isWorded = (lang: string, address: string): boolean => lang === 'en' && worded.includes(address);

test('no phrase is empty, has an exclamation mark or a hyphen as minus', () => {
  const errors = languages.flatMap((lang) =>
    leavesIn(lang).filter(
      ([address, text]) => text.trim() === '' || (text.includes('!') && !isWorded(lang, address)) || /\s-\d/.test(text),
    ),
  );
  expect(errors).toEqual([]);
});

/** Wordings over which readers stumbled; docs/glossary.md has the words in use. */
const retired = {
  uk: /не окупає виплату|певний збиток|0 рівно|приз у виклику/i,
  en: /was it not you|press the button, and we|\} is missing|part of the sum|who wants more|so it was|another stretch|wait for a letter|as the broker tells|look at the bar/i,
  ru: /люди оператора|определённый убыток|вызов|^ровно$/i,
};

test.each(['uk', 'en', 'ru'] as const)('no phrase in %s uses a retired wording', (lang) => {
  expect(leavesIn(lang).filter(([, text]) => retired[lang].test(text))).toEqual([]);
});

test('counts select the plural form', async () => {
  await Promise.all(languages.map((lang) => loadPhrases(lang)));
  const pips = [1, 2, 5, 1.5].map((count) => phrasesIn('uk').t('signal.pips', { n: count, count }));
  expect(pips).toEqual(['1 пункт', '2 пункти', '5 пунктів', '1.5 пункту']);
  expect(phrasesIn('en').t('signal.pips', { n: 1, count: 1 })).toBe('1 pip');
});

test.each([
  ['uk', 1, '1 нічия'],
  ['uk', 2, '2 нічиї'],
  ['uk', 5, '5 нічиїх'],
  ['uk', 21, '21 нічия'],
  ['ru', 1, '1 ничья'],
  ['ru', 3, '3 ничьи'],
  ['ru', 11, '11 ничьих'],
] as const)('counts decline in %s: %i', async (lang, n, ties) => {
  await loadPhrases(lang);
  const { t } = phrasesIn(lang);
  expect(t('home.ledger.even', { count: n })).toBe(ties);
});
