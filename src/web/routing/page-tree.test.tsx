import { expect, test } from 'vitest';
import { languages } from '#domain/language.ts';
import { pages } from '../routes.ts';
import { findPage } from './page-tree.tsx';

const getPath = (pathname: string): string | undefined => findPage(pathname)?.page.path;

test.each(pages.map(({ path }) => path))('finds /%s at its own address in every language', (path) => {
  const addresses = languages.map((lang) => `/${lang}/${path.replace(':slug', 'rsi').replace('*', 'no/such/page')}`);
  expect(addresses.map(getPath)).toEqual(languages.map(() => path));
});

test('finds a page with a trailing slash and in capital letters', () => {
  expect(['/uk', '/uk/login/', '/en/Admin/Users'].map(getPath)).toEqual(['', 'login', 'admin/users']);
});

test('decodes parameters', () => {
  expect(findPage('/uk/wiki/a%20b')?.params).toEqual({ lang: 'uk', slug: 'a b' });
});

test('finds no page for the root', () => {
  expect(findPage('/')).toBeNull();
});
