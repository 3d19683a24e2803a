import { expect, it, test } from 'vitest';
import { languages } from '#domain/language.ts';
import { percentText, waitingTime } from './phrase-values.ts';

it('writes a share as the pages do in each language', () => {
  expect(languages.map((language) => percentText(0.5493, language))).toEqual(['54,9\u00a0%', '54.9%', '54,9\u00a0%']);
  expect([percentText(0.6, 'uk'), percentText(0.52855, 'en')]).toEqual(['60,0\u00a0%', '52.9%']);
});

test.each([
  [1, 'en', '1 sec'],
  [119, 'en', '119 sec'],
  [120, 'en', '2 min'],
  [121, 'uk', '3 хв'],
  [3_600, 'ru', '60 мин'],
] as const)('formats %i s in %s as %s', (seconds, language, words) => {
  expect(waitingTime(seconds, language).replace('\u00a0', ' ')).toBe(words);
});
