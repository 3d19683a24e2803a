import { expect, test } from 'vitest';
import { defaultLanguage, languages } from '#domain/language.ts';

const read = async (lang: string): Promise<readonly string[]> =>
  ((await import(`../trading-tips/${lang}.ts`)) as { tradingTips: readonly string[] }).tradingTips;

test.each(languages)('has twenty tips in %s, without duplicates or exclamation marks', async (lang) => {
  const tips = await read(lang);
  expect(new Set(tips).size).toBe(20);
  expect(tips.every((tip) => tip.endsWith('.') && !tip.includes('!') && tip.length <= 160)).toBe(true);
});

test.each(languages)('states in %s the figures of the source', async (lang) => {
  const figures = (tip: string): string[] =>
    [...tip.replaceAll(',', '.').matchAll(/\d+(\.\d+)?/g)].map(([text]) => text);
  expect((await read(lang)).map(figures)).toEqual((await read(defaultLanguage)).map(figures));
});

test('states correct figures: a series at 2 %, the break-even at 82 %, the fifth stake of a chase', () => {
  expect(1 - 0.98 ** 10).toBeLessThan(1 / 5);
  expect((100 / 1.82).toFixed(1)).toBe('54.9');
  expect(2 ** 4).toBe(16);
});
