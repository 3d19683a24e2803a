import { expect, test } from 'vitest';
import { detectLanguage } from './detect-language.ts';

test('what was stored wins over the browser', () => {
  expect(detectLanguage('ru', ['en-US'])).toBe('ru');
});

test('the browser’s first language of ours counts', () => {
  expect(detectLanguage(null, ['de-DE', 'en-GB', 'uk'])).toBe('en');
});

test('without either it is Ukrainian', () => {
  expect(detectLanguage('xx', ['de'])).toBe('uk');
});
