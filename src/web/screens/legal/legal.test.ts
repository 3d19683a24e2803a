import { describe, expect, test } from 'vitest';
import { type Language, languages } from '#domain/language.ts';
import type { LegalText } from '#contract/brand.ts';
import { legalTexts } from './legal.tsx';

const texts = ({ title, description, short, risk, sections }: LegalText): string[] => [
  title,
  description,
  ...short,
  ...(risk ? [risk.title, ...risk.paragraphs] : []),
  ...sections.flatMap((section) => [section.title, ...section.paragraphs, ...section.points]),
];

/** Counts of all elements: a translation with a missing paragraph differs. */
const toShape = ({ short, risk, sections }: LegalText) => ({
  short: short.length,
  risk: risk?.paragraphs.length ?? 0,
  sections: sections.map(({ paragraphs, points }) => [paragraphs.length, points.length]),
});

const promises: Readonly<Record<Language, RegExp>> = {
  uk: /!|гарантован/i,
  en: /!|guaranteed/i,
  ru: /!|гарантирован/i,
};

describe.each(Object.entries(legalTexts))('%s', (_key, document) => {
  test.each(languages)('has the same elements in %s as in the source', async (lang) => {
    const [own, source] = await Promise.all([document[lang].load(), document.uk.load()]);
    expect(toShape(own)).toEqual(toShape(source));
    for (const text of texts(own)) {
      expect(text.trim()).not.toBe('');
      expect(text).not.toMatch(promises[lang]);
      expect(text).not.toContain('{{');
    }
  });
});

test('states the correct break-even for each payout', async () => {
  const breakEven = (payout: number): string => (100 / (1 + payout)).toFixed(2);
  const message = (await legalTexts.terms.en.load()).risk?.paragraphs[0] ?? '';
  expect(message).toContain(`82% payout you have to win ${breakEven(0.82)}%`);
  expect(message).toContain(`70% it’s ${breakEven(0.7)}%`);
});
