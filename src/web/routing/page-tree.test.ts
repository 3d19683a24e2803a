import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { languages } from '#domain/language.ts';
import { pages } from '../routes.ts';
import { findPage, forgetFailedLoads, loadPageOnce } from './page-tree.tsx';

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

let attempts = 0;

/** The address that the tab shows, and that it was already reloaded for. */
function openAt(pathname: string): void {
  vi.stubGlobal('location', { pathname, href: pathname });
  vi.stubGlobal('sessionStorage', { getItem: () => pathname });
}

beforeEach(() => {
  attempts = 0;
  const [terms] = pages.filter(({ path }) => path === 'terms');
  if (!terms) throw new Error('no page');
  vi.spyOn(terms.screen, 'load').mockImplementation(async () => {
    attempts += 1;
    throw new TypeError('Failed to fetch dynamically imported module');
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a page that failed stays failed while it is shown, and is loaded again once it was left', async () => {
  openAt('/en/terms');
  await expect(loadPageOnce('/en/terms')).rejects.toThrow('Failed to fetch');
  await expect(loadPageOnce('/en/terms')).rejects.toThrow('Failed to fetch');
  expect(attempts).toBe(1);
  forgetFailedLoads();
  await expect(loadPageOnce('/en/terms')).rejects.toThrow('Failed to fetch');
  expect(attempts).toBe(2);
});

test('a page that failed after the user had left it is loaded again', async () => {
  openAt('/uk/wiki');
  await expect(loadPageOnce('/uk/terms')).rejects.toThrow('Failed to fetch');
  await expect(loadPageOnce('/uk/terms')).rejects.toThrow('Failed to fetch');
  expect(attempts).toBe(2);
});
