import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pages } from '../routes.ts';
import { forgetFailedLoads, loadPageOnce } from './load-page.ts';

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
