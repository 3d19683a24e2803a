import { describe, expect, test } from 'vitest';
import { type Language, languages, locales, percentSigns } from '#domain/language.ts';
import { drawingNames } from './drawing-name.ts';
import { readingMinutes, listTexts, wordsIn } from './reading-minutes.ts';
import { type WikiCards, type WikiSlug, wikiSlugs, type WikiText } from './wiki-article.ts';

const read = async (slug: WikiSlug, lang: string): Promise<WikiText> =>
  ((await import(`./${slug}.${lang}.ts`)) as { text: WikiText }).text;
const cardsIn = async (lang: string): Promise<WikiCards> =>
  ((await import(`./cards/${lang}.ts`)) as { cards: WikiCards }).cards;

const articles = languages.flatMap((lang) => wikiSlugs.map((slug) => ({ lang, slug })));

describe.each(articles)('article $slug in $lang', ({ lang, slug }) => {
  test('has the promised length, and its card has the correct reading time', async () => {
    const { blocks } = await read(slug, lang);
    expect(wordsIn(blocks)).toBeGreaterThanOrEqual(950);
    expect(wordsIn(blocks)).toBeLessThanOrEqual(1_500);
    expect((await cardsIn(lang))[slug].readingTime).toBe(readingMinutes(blocks));
  });

  test('has the same structure as the other languages: blocks, paragraphs, items and pictures', async () => {
    expect(shapeOf(await read(slug, lang))).toEqual(shapeOf(await read(slug, 'uk')));
  });

  test('states the same figures as the other languages, paragraph by paragraph', async () => {
    expect(figuresOf(await read(slug, lang), lang)).toEqual(figuresOf(await read(slug, 'uk'), 'uk'));
  });

  test('has a title and description short enough for search results', async () => {
    const { pageTitle, pageDescription, keywords } = (await read(slug, lang)).helmet;
    expect(pageTitle.length).toBeLessThanOrEqual(52);
    expect(pageDescription.length).toBeGreaterThanOrEqual(70);
    expect(pageDescription.length).toBeLessThanOrEqual(160);
    expect(keywords.length).toBeGreaterThan(2);
  });

  test('makes no promises and creates no urgency', async () => {
    const said = JSON.stringify([await read(slug, lang), (await cardsIn(lang))[slug]]);
    expect(said).not.toMatch(promises[lang]);
  });

  test('never separates a number from its percent sign', async () => {
    const said = JSON.stringify(await read(slug, lang));
    const signs = said.match(/(?<=\d)\s?%(?! SQUAD)/g) ?? [];
    expect(signs.filter((sign) => sign !== percentSigns[lang])).toEqual([]);
  });
});

test('has unique titles and descriptions', async () => {
  const all = await Promise.all(articles.map(({ slug, lang }) => read(slug, lang)));
  const titles = all.map(({ helmet }) => helmet.pageTitle);
  expect(new Set(all.map(({ helmet }) => helmet.pageDescription)).size).toBe(all.length);
  expect(new Set(titles).size).toBe(titles.length);
});

test('uses every drawing in a text', async () => {
  const cards = Object.values(await cardsIn('uk'));
  const texts = await Promise.all(wikiSlugs.map((slug) => read(slug, 'uk')));
  const used = JSON.stringify([cards, texts]);
  for (const name of drawingNames) expect(used).toContain(`"src":"${name}"`);
});

const promises: Readonly<Record<Language, RegExp>> = {
  uk: /гарантован|встигніть|заробляйте|!/i,
  en: /guaranteed|!/i,
  ru: /гарантирован|успейте|зарабатывайте|беспроигрышн|!/i,
};

const shapeOf = ({ blocks }: WikiText): unknown =>
  blocks.map((block) => ({
    type: block.type,
    paragraphs: block.type === 'section' ? block.text.length : 0,
    items: block.type === 'list' ? block.items.length : 0,
    image: block.type === 'section' ? block.image?.src : block.type === 'image' ? block.src : null,
  }));

/** 10,000 and 54.95 in English are 10 000 and 54,95 in Ukrainian. */
function figuresOf({ blocks }: WikiText, lang: Language): unknown {
  const parts = new Intl.NumberFormat(locales[lang]).formatToParts(10_000.5);
  const getSign = (type: string): string => parts.find((part) => part.type === type)?.value.trim() ?? '';
  const plain = (figure: string): string =>
    figure.replaceAll(/\s/g, '').replaceAll(getSign('group'), '').replaceAll(getSign('decimal'), '.');
  return blocks
    .flatMap(listTexts)
    .map((text) => (text.match(/\d+(?:\s\d{3}\b)*(?:[.,:]\d+)*/g) ?? []).map(plain).toSorted());
}
