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
])('%s is %s for somebody who reads English', (from, to) => {
  expect(localizedPath(from, 'en')).toBe(to);
});

test('the same page in another language', () => {
  expect(inLanguage('/uk/signal', 'ru')).toBe('/ru/signal');
  expect(inLanguage('/uk/', 'en')).toBe('/en/');
  expect(inLanguage('/uk/record?entry=7&from=//a/#/b//c', 'en')).toBe('/en/record?entry=7&from=//a/#/b//c');
});

test.each(['https://evil.com', '//evil.com', '/uk//evil.com', '/uk/\\evil.com', '/xx/signal', '/uk/%2f/..', null])(
  'after signing in %s never leads away',
  (next) => {
    expect(new URL(safeNext(next, 'uk'), 'https://kurs.example').origin).toBe('https://kurs.example');
  },
);

test('after signing in the wanted page of ours is kept', () => {
  expect(safeNext('/ru/signal', 'uk')).toBe('/ru/signal');
  expect(safeNext('https://evil.com', 'uk')).toBe('/uk/signal');
});
