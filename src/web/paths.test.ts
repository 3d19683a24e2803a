import { expect, test } from 'vitest';
import { inLanguage, localizedPath, safeNext } from './paths.ts';

test.each([
  ['/uk/', '/uk/'],
  ['/uk', '/uk/'],
  ['/ru/signal', '/ru/signal'],
  ['/signal', '/en/signal'],
  ['/de/signal', '/en/signal'],
  ['/pt-BR/login', '/en/login'],
  ['/nowhere/at/all', '/en/nowhere/at/all'],
  ['/uk//evil.com', '/uk/evil.com'],
  ['//evil.com', '/en/evil.com'],
  ['/', '/en/'],
])('localizes %s to %s for a visitor who reads English', (from, to) => {
  expect(localizedPath(from, 'en')).toBe(to);
});

test('builds the same page in another language', () => {
  expect(inLanguage('/uk/signal', 'ru')).toBe('/ru/signal');
  expect(inLanguage('/uk/', 'en')).toBe('/en/');
  expect(inLanguage('/uk/record?page=7&from=//a/#/b//c', 'en')).toBe('/en/record?page=7&from=//a/#/b//c');
});

test('returns to the requested page of this site after signing in', () => {
  expect(safeNext('/ru/signal', 'uk')).toBe('/ru/signal');
  expect(safeNext('https://evil.com', 'uk')).toBe('/uk/signal');
});
