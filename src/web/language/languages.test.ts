import { expect, test } from 'vitest';
import { detectLanguage } from './languages.ts';

test('prefers the stored language over the browser', () => {
  expect(detectLanguage('ru', ['en-US'])).toBe('ru');
});

test('takes the first supported language of the browser', () => {
  expect(detectLanguage(null, ['de-DE', 'en-GB', 'uk'])).toBe('en');
});

test('defaults to Ukrainian', () => {
  expect(detectLanguage('xx', ['de'])).toBe('uk');
});
