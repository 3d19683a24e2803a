import { expect, test } from 'vitest';
import { tradingTips as en } from './en.ts';
import { tradingTips as ru } from './ru.ts';
import { tradingTips as uk } from './uk.ts';

test('has twenty tips per language, without duplicates or exclamation marks', () => {
  for (const tips of [uk, en, ru]) {
    expect(new Set(tips).size).toBe(20);
    expect(tips.every((tip) => tip.endsWith('.') && !tip.includes('!') && tip.length <= 160)).toBe(true);
  }
});

test('states the same figures in every language', () => {
  const figures = (tip: string): string[] =>
    [...tip.replaceAll(',', '.').matchAll(/\d+(\.\d+)?/g)].map(([text]) => text);
  for (const [place, tip] of uk.entries()) {
    expect([figures(en[place] ?? ''), figures(ru[place] ?? '')]).toEqual([figures(tip), figures(tip)]);
  }
});

test('states correct figures: a series at 2 %, the break-even at 82 %, the fifth stake of a chase', () => {
  expect(1 - 0.98 ** 10).toBeLessThan(1 / 5);
  expect((100 / 1.82).toFixed(1)).toBe('54.9');
  expect(2 ** 4).toBe(16);
});
