import { afterEach, expect, test, vi } from 'vitest';
import { wikiSlugs } from '#content/wiki/wiki-article.ts';
import { toPlan } from './answer-plan.ts';
import { parseCacheRequest } from './cache-request.ts';
import { cacheWiki, findAssets, isBuiltPage, offlineAddress } from './cache-pages.ts';

const origin = 'https://kurs.example';
const get = { method: 'GET', mode: 'cors' };

test.each([
  ['a page', { ...get, mode: 'navigate' }, '/uk/wiki', 'page'],
  ['a content-hashed file', get, '/assets/main-1234.js', 'asset'],
  ['an icon', get, '/icons/icon-192.png', 'icon'],
  ['the manifest', get, '/app-uk.webmanifest', 'icon'],
  ['a price', get, '/python_api/price/EURUSD', 'network'],
  ['the stream', get, '/api/events', 'network'],
  ['a mail link', { ...get, mode: 'navigate' }, '/api/auth/activate/x', 'network'],
  ['the API reference', { ...get, mode: 'navigate' }, '/docs', 'network'],
  ['a POST request', { method: 'POST', mode: 'navigate' }, '/uk/login', 'network'],
  ['another site', get, 'https://elsewhere.example/assets/a.js', 'network'],
])('handles %s as: %s', (_, requested, path, plan) => {
  expect(toPlan({ ...requested, url: new URL(path, origin).href }, origin)).toBe(plan);
});

test('caches only prerendered pages, with the files they reference', () => {
  const built =
    '<!DOCTYPE html><html data-page="built" lang="uk"><script src="/assets/a-1.js"></script><link href="/assets/b-2.css">' +
    '<link href="/assets/b-2.css"></html>';
  expect(isBuiltPage(built)).toBe(true);
  expect(isBuiltPage('<html data-page="fallback" lang="uk">')).toBe(false);
  expect(findAssets(built)).toEqual(['/assets/a-1.js', '/assets/b-2.css']);
});

/** A cache storage that keeps pages in a map. */
function stubCaches(): Map<string, Response> {
  const pages = new Map<string, Response>();
  const cache = {
    match: async (address: string) => pages.get(address)?.clone(),
    put: async (address: string, page: Response) => void pages.set(address, page),
    keys: async () => [],
  };
  vi.stubGlobal('caches', { match: cache.match, open: async () => cache });
  return pages;
}

afterEach(() => vi.unstubAllGlobals());

test('an interrupted download of the wiki continues with the missing articles', async () => {
  const pages = stubCaches();
  const headers = { date: new Date().toUTCString() };
  const answer = async (_address: string) => new Response('<html data-page="built">', { headers });
  const load = vi.fn(answer).mockImplementationOnce(answer).mockRejectedValueOnce(new Error('offline'));
  vi.stubGlobal('fetch', load);
  await expect(cacheWiki('uk')).rejects.toThrow('offline');
  expect([...pages.keys()]).toEqual(['/uk/wiki']);
  load.mockClear();
  await cacheWiki('uk');
  expect(load.mock.calls.map(([address]) => address)).toEqual(wikiSlugs.map((slug) => `/uk/wiki/${slug}`));
  load.mockClear();
  await cacheWiki('uk');
  expect(load).not.toHaveBeenCalled();
});

test('shows the offline page in the language of the requested page, with a link back', () => {
  expect(offlineAddress('/en/signal')).toBe('/en/offline?from=%2Fen%2Fsignal');
  expect(offlineAddress('/signal')).toBe('/uk/offline?from=%2Fsignal');
  expect(offlineAddress('/en/record', '?entry=7')).toBe('/en/offline?from=%2Fen%2Frecord%3Fentry%3D7');
});

test.each([
  [
    { assets: ['/assets/a-1.js'], wiki: 'uk' },
    { assets: ['/assets/a-1.js'], wiki: 'uk' },
  ],
  [
    { assets: [], wiki: 'xx' },
    { assets: [], wiki: null },
  ],
  [{ assets: ['/api/refresh'], wiki: 'uk' }, null],
  [{ assets: ['https://elsewhere.example/assets/a.js'], wiki: null }, null],
  ['keep everything', null],
])('accepts only content-hashed files in a cache request of a page: %j', (data, request) => {
  expect(parseCacheRequest(data)).toEqual(request);
});
