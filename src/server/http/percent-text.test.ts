import { expect, it } from 'vitest';
import { languages } from '#domain/language.ts';
import { percentText } from './percent-text.ts';

it('writes a share as the pages do in each language', () => {
  expect(languages.map((language) => percentText(0.5493, language))).toEqual(['54,9\u00a0%', '54.9%', '54,9\u00a0%']);
  expect([percentText(0.6, 'uk'), percentText(0.6, 'uk', 1)]).toEqual(['60\u00a0%', '60,0\u00a0%']);
});
